import { build } from 'vite';
process.env.NODE_ENV='production';
let ctx; const g=new Map();
await build({root:process.cwd(),logLevel:'error',plugins:[{name:'x',moduleParsed(m){g.set(m.id,m.importedIds??[])} }],build:{write:false}});
const from=[...g.keys()].find(k=>k.endsWith(process.argv[2]));
const prev=new Map([[from,null]]);const q=[from];const goals=process.argv.slice(3);
const found=new Set();
while(q.length){const x=q.shift();for(const y of g.get(x)??[]){if(!prev.has(y)){prev.set(y,x);q.push(y)}}}
for(const t of goals){const y=[...prev.keys()].find(k=>k.includes(t));if(!y){console.log(t,'not reached');continue}let p=y;const path=[];while(p){path.push(p.replace(process.cwd()+'/',''));p=prev.get(p)}console.log(t,'\n   ',path.reverse().map(s=>s.split('node_modules/').pop()).slice(0,9).join('\n    '))}
import fs from 'node:fs';
for(const k of prev.keys()){ if(k.includes('node_modules')||!/\.tsx?$/.test(k))continue; const t=fs.readFileSync(k,'utf8'); const m=[...t.matchAll(/^import \{([^}]*)\} from 'antd'/gm)].map(x=>x[1].split(',').map(s=>s.trim()).filter(s=>s&&!s.startsWith('type')).join(',')).join(','); if(m) { let p=k;const path=[];while(p&&path.length<4){p=prev.get(p);if(p)path.push(p.split('/').slice(-2).join('/'))} console.log(k.replace(process.cwd()+'/',''),'→',m,'   <-',path.join(' <- '))} }

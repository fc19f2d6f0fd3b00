/** A factory front drawn from rectangles in five steps of one hue: far hall, saw-tooth hall, dock with truck, ground. */
import styles from './login.module.css';

interface BoxProps {
  readonly at: readonly [x: number, y: number, w: number, h: number];
  readonly tone: string;
  readonly rx?: number;
}
const Box = ({ at: [x, y, width, height], tone, rx }: BoxProps) => (
  <rect x={x} y={y} width={width} height={height} fill={`var(--${tone})`} rx={rx} />
);
const Shape = ({ d, tone }: { readonly d: string; readonly tone: string }) => <path d={d} fill={`var(--${tone})`} />;
const range = (n: number): readonly number[] => Array.from({ length: n }, (_, i) => i);

export const FactoryPicture = () => (
  <svg className={styles.factory} viewBox="0 0 880 560" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
    <Shape d="M0 560V300h120v-46h150v46h90v-80h34v80h120v-60h210v60h156v260z" tone="p2" />
    <Box at={[724, 150, 16, 260]} tone="p3" />
    <Box at={[756, 190, 16, 220]} tone="p3" />
    {range(5).map((i) => (
      <g key={i} transform={`translate(${i * 116} 0)`}>
        <Shape d="M96 372v-78l104-52v130z" tone="p3" />
        <Shape d="M200 372V242l12 6v124z" tone="p4" />
        <Shape d="M116 318v-16l66-33v49z" tone="c-panel" />
      </g>
    ))}
    <Box at={[96, 368, 688, 120]} tone="p4" />
    <Box at={[96, 368, 688, 7]} tone="p5" />
    {range(8).map((i) => (
      <g key={i} transform={`translate(${i * 50} 0)`}>
        <Box at={[120, 396, 34, 22]} tone="p1" />
        <Box at={[136, 396, 2, 22]} tone="p4" />
      </g>
    ))}
    {range(3).map((i) => (
      <g key={i} transform={`translate(${i * 78} 0)`}>
        <Box at={[540, 400, 58, 88]} tone="p5" />
        {range(5).map((k) => (
          <Box key={k} at={[545, 408 + k * 16, 48, 1.5]} tone="p4" />
        ))}
        <Box at={[536, 392, 66, 6]} tone="p1" />
      </g>
    ))}
    <Box at={[120, 442, 62, 46]} tone="p5" />
    <Box at={[126, 448, 23, 40]} tone="p2" />
    <Box at={[153, 448, 23, 40]} tone="p2" />
    <Box at={[0, 488, 880, 72]} tone="p3" />
    <Box at={[0, 488, 880, 3]} tone="p4" />
    {range(12).map((i) => (
      <Box key={i} at={[14 + i * 76, 528, 38, 3]} tone="p1" />
    ))}
    <Box at={[256, 430, 150, 66]} tone="c-panel" rx={4} />
    <Box at={[256, 474, 150, 5]} tone="c-primary" />
    <Shape d="M410 496v-48h26l20 26v22z" tone="p5" />
    <Shape d="M417 470v-15h16l11 15z" tone="p2" />
    {[286, 312, 434].map((x) => (
      <g key={x}>
        <circle cx={x} cy={498} r={11} fill="var(--c-text)" />
        <circle cx={x} cy={498} r={4.5} fill="var(--p3)" />
      </g>
    ))}
  </svg>
);

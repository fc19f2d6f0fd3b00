/** The routes of the factory model (domain 20 §1): each opens from the menu, or from a page that does. */
export const FACTORY_ROUTES = `
/factoryModel/factory/index /factoryModel/basicData/department/index /factoryModel/group/list /factoryModel/teamGroup/list
/factoryModel/employee/list /factoryModel/class/list /factoryModel/schedulingCapacity/list /factoryModel/basicData/unitMeasure/index
/factoryModel/materialCategory/list /factoryModel/basicData/supportInfor/index /factoryModel/basicData/supportAttr/index
/factoryModel/basicData/supportAttrVal/index /factoryModel/basicData/attrVal/edit /factoryModel/material/list
/factoryModel/basicData/BOM/index /factoryModel/basicData/BOM/editNew /factoryModel/productprocess/list /factoryModel/productprocess/edit
/factoryModel/router/list /factoryModel/router/edit /factoryModel/basicData/badReason/index /factoryModel/salary/list
/factoryModel/Warehouse/list /factoryModel/basicData/position/index /factoryModel/logistics/list /factoryModel/customer/list
/factoryModel/customer/edit /factoryModel/supplier/list /factoryModel/supplier/edit /factoryModel/device/list
/factoryModel/devicecategory/list /deviceconfig/devicecategory/list /deviceconfig/deviceoperaction/list /deviceconfig/planmanage/list
/deviceconfig/faultcategory/list /deviceconfig/urgencydegree/list /factoryModel/pointconfig/list /factoryModel/sysSetting/index
/factoryModel/noticeConfigurate/list /oms/setting/codingRule/list /factoryModel/codeRePrint /factoryModel/upAndDownStream/list
/document/sop /document/sop/sopList /document/classify`
  .trim()
  .split(/\s+/);

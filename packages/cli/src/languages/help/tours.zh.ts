/** Importing, exporting, making and converting tours. */
export const toursHelp = {
  'Import tours into a Team.': '把空间导入团队。',
  'A tour is a bundle (a directory or .zip with vr-info.json, one JSON file for each further operation, and assets/) or a work file (.json). Any other directory is searched for tours at any depth. The import is atomic per tour. What can be served is imported byte for byte, with a notice of whatever differs from the contract; what cannot be served is refused with all its problems, and the others are imported. At the end every kind of problem is counted. The import is idempotent: an unchanged tour is left alone, so after an interruption run it again.':
    '空间可以是数据包（含有 vr-info.json、其他每个接口一个 JSON 文件和 assets/ 的目录或 .zip），也可以是作品文件（.json）。其他目录会在任意深度中查找空间。每个空间要么完整导入，要么不导入。能提供的内容逐字节导入，与契约不同之处各有一条提示；不能提供的会连同所有问题一起被拒绝，其余照常导入。最后统计每一类问题的数量。导入可以重复：没有变化的空间保持不动，因此中断后再运行一次即可。',
  'Exit status: 0 all tours are imported, 1 some were refused, 2 nothing could be imported.':
    '退出状态：0 所有空间都已导入，1 有的被拒绝，2 什么都无法导入。',
  'bundles, work files, or directories of them': '数据包、作品文件，或存放它们的目录',
  'code or name of the Team; not needed if there is only one': '团队的代码或名称；只有一个团队时不需要',
  'resource code for a work file that has none': '没有资源编码的作品文件所用的资源编码',
  'check everything, store nothing': '检查全部内容，不保存',
  'fetch pictures and other files that tours refer to at other hosts into the store; each failure is reported':
    '把空间引用的、在其他主机上的图片和文件取到存储中；每次失败都会报告',
  'refuse tours that are not as the contract describes them': '拒绝不符合契约描述的空间',
  'write every tour with all its notices to a file, one JSON object a line':
    '把每个空间及其全部提示写入文件，每行一个 JSON 对象',
  'problems and notices to list below each tour; 20 unless said, 0 for the summary only':
    '每个空间下列出的问题和提示的数量；默认 20，0 表示只要汇总',
  'print one JSON object per tour, then one with the totals': '每个空间打印一个 JSON 对象，最后打印一个汇总',
  'imports every tour in the directory tours': '导入目录 tours 中的每个空间',
  'imports a zipped bundle into the only Team there is': '把压缩的数据包导入唯一的团队',
  'counts the problems of an estate and stores nothing': '统计大量空间的问题，不保存',
  'brings the files that the tours name at other hosts too': '连同空间引用的、在其他主机上的文件一起导入',
  'imports a work file under the code loft': '以资源编码 loft 导入一个作品文件',
  'Each tour that was told is there whole, and the others are as they were: run it again.':
    '已报告的空间都已完整导入，其余保持原样：请再运行一次。',
  'Write tours of a Team as bundles.': '把团队的空间写成数据包。',
  'Each tour becomes a directory named after its resource code, with its payloads byte for byte as the gateway serves them, and its files. Existing directories are not overwritten. Importing the directory gives the same tour again.':
    '每个空间写成一个以资源编码命名的目录，其中有它的数据，与网关提供的逐字节相同，以及它的文件。已有的目录不会被覆盖。再导入该目录会得到同样的空间。',
  'Exit status: 0 all tours were written, 1 some could not be, 2 nothing was tried.':
    '退出状态：0 所有空间都已写出，1 有的无法写出，2 什么都没有做。',
  'resource codes of the tours': '空间的资源编码',
  'every tour of the Team, instead of codes': '团队的每个空间，代替资源编码',
  'where the bundles are written, instead of the working directory': '写数据包的位置，代替工作目录',
  'writes the demo tour to ./demo-loft': '把演示空间写到 ./demo-loft',
  'writes every tour of the Team below backup/': '把团队的每个空间写到 backup/ 下',
  'Run it again: it leaves alone what is there and writes the others.': '请再运行一次：已有的保持不动，其余会写出。',
  'Make a tour of panoramas, or of a tour of another viewer, as a bundle to import.':
    '用全景图或其他查看器的空间制作一个可导入的数据包。',
  'Takes equirectangular pictures (JPEG, PNG, WebP, AVIF; twice as wide as high, up to 16,384 pixels wide; a part of a sphere if its GPano data says which) and sets of six square pictures: NAME_front, NAME_right, NAME_back, NAME_left, NAME_up and NAME_down, also as f r b l u d, top and bottom, 前后左右上下, px nx py ny pz nz, or as a folder NAME with front.jpg and so on. Viewpoints are named after their files and ordered by these names. Their positions come from the GPS data of the pictures, their headings from GPano, or both from --places. Neighbours are linked; without positions each viewpoint is linked with the one before and the one after it. An interrupted run resumes when it is repeated.':
    '接受等距柱状投影的图片（JPEG、PNG、WebP、AVIF；宽是高的两倍，最宽 16,384 像素；GPano 数据说明范围时也可以只是球面的一部分），以及六张方形图片的组合：NAME_front、NAME_right、NAME_back、NAME_left、NAME_up 和 NAME_down，也可以写成 f r b l u d、top 和 bottom、前后左右上下、px nx py ny pz nz，或放在文件夹 NAME 中的 front.jpg 等。点位以文件命名，并按名称排序。位置取自图片的 GPS 数据，朝向取自 GPano，也可以都由 --places 给出。相邻的点位相连；没有位置时，每个点位与前后两个点位相连。中断后重新运行会继续。',
  'A configuration of Pannellum or the nodes of Photo Sphere Viewer (.json), a tour.xml of krpano, the folder of one of them, and one that the Marzipano Tool wrote become tours too, with their scenes, links, texts and start view; what cannot be carried over is listed. Their pictures have to lie below that file.':
    'Pannellum 的配置或 Photo Sphere Viewer 的节点（.json）、krpano 的 tour.xml、这些文件所在的文件夹，以及 Marzipano Tool 写出的文件夹也能制成空间，包括场景、连接、文字和起始视角；无法带过来的会列出。图片必须位于该文件所在目录之下。',
  'Exit status: 0 the tour was made, 1 a picture could not be read to its end or the tour is too large, 2 nothing was made.':
    '退出状态：0 空间已制成，1 某张图片无法读完或空间过大，2 什么都没有制作。',
  'a folder of panoramas, or a tour of another viewer': '全景图的文件夹，或其他查看器的空间',
  'the directory or .zip to write, instead of ./CODE': '要写的目录或 .zip，代替 ./CODE',
  'name of the tour, instead of its own or that of the folder': '空间的名称，代替它自己的名称或文件夹的名称',
  'resource code of the tour, instead of one made from its name': '空间的资源编码，代替由名称生成的',
  'table (.csv) with the columns name, x, y, z, heading, floor: its rows give the order too':
    '含有 name、x、y、z、heading、floor 列的表格（.csv）：行的顺序就是点位的顺序',
  'edge of the faces, {} to {}; default a quarter of the picture, at most 2048':
    '立方体面的边长，{} 到 {}；默认为图片的四分之一，最多 2048',
  'writes the bundle ./lake-house': '写出数据包 ./lake-house',
  'takes order, positions and headings from a table, and writes an archive': '从表格取得顺序、位置和朝向，并写成压缩包',
  'takes over a tour of Pannellum': '接收一个 Pannellum 的空间',
  'The pictures that are done are kept: run it again, and it goes on from there.':
    '已完成的图片会保留：请再运行一次，它会继续。',
  'Write a tour as a web site of its own, for another viewer, or with a preview of each viewpoint.':
    '把空间写成独立的网站，写给其他查看器，或加上每个点位的预览图。',
  'The format bundle is the tour as it is, with a small picture of each viewpoint that has none: viewers show it until the six pictures are there. make-tour writes them already. Pictures are read with the package sharp.':
    '格式 bundle 是原样的空间，并为没有预览图的点位加上小图：六张图片到达之前由查看器显示。make-tour 写出的空间已有预览图。图片用 sharp 包读取。',
  'writes ./CODE-bundle, with previews, to import': '写出带预览图的 ./CODE-bundle，可直接导入',
  'Takes a bundle, as export, pull and make-tour write it, and neither a store nor a portal.':
    '接受 export、pull 和 make-tour 写出的数据包，不需要存储和门户。',
  'The format site is a directory for any static host, under any path: a page with the viewer, the data of the tour that it shows, and the files that these refer to. The page loads nothing from other hosts. Everything in the directory is public; files below private/ stay behind. What cannot be carried over is listed.':
    '格式 site 是一个目录，可放在任何静态主机的任何路径下：含有查看器的页面、它展示的空间的数据，以及这些数据引用的文件。页面不从其他主机加载任何内容。目录中的内容都是公开的；private/ 下的文件不会包含在内。无法带过来的会列出。',
  'For Pannellum and Photo Sphere Viewer it becomes a tour.json, with the pictures beside it: viewpoints as scenes or nodes, the ways between them, and tags with their texts. What cannot be carried over is listed in not-carried-over.txt too.':
    '对于 Pannellum 和 Photo Sphere Viewer，会写成 tour.json，图片放在旁边：点位成为场景或节点，还有它们之间的通路，以及标签和文字。无法带过来的也列在 not-carried-over.txt 中。',
  'Exit status: 0 the directory was written, 2 nothing was.': '退出状态：0 目录已写出，2 什么都没有写。',
  'a bundle: a directory or .zip with vr-info.json': '数据包：含有 vr-info.json 的目录或 .zip',
  'what it becomes: {}': '转成的格式：{}',
  'the directory to write, instead of ./CODE-FORMAT': '要写的目录，代替 ./CODE-FORMAT',
  'writes the site ./lake-house-site': '写出网站 ./lake-house-site',
  'writes ./lake-house-pannellum/tour.json': '写出 ./lake-house-pannellum/tour.json',
  'writes the site elsewhere': '把网站写到别处',
  'Nothing was written: run it again.': '什么都没有写：请再运行一次。',
} as const;

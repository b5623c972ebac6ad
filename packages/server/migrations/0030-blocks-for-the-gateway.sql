-- The gateway's role finds pages by blocks, and an activation of it moves a tour between them (decisions 0112 and 0124); it
-- locks the row that orders such changes.
grant select, insert, update, delete on tour_block to openhouse_gateway;
grant update (n) on tour_count to openhouse_gateway;

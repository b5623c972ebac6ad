-- A Team has many tours, whatever the planner last counted. Where each had one, it took a Team's id for as good as a
-- resource code: after an import, each read went through all tours of the Team until the table was analysed again.

alter table tour alter column team_id set (n_distinct = -0.001);

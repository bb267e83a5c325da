package io.twophase.console.view;

import io.twophase.app.statement.PeriodLookup;
import io.twophase.app.statement.Periods;
import io.twophase.domain.account.Period;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Accounting periods. */
public final class PeriodViews {

  private PeriodViews() {}

  /** A period, for machines. */
  public static Map<String, Object> of(Period period) {
    return Json.object(
        "period", period.name(),
        "state", period.state(),
        "closedAt", period.closedAt(),
        "reason", period.reason());
  }

  /** All periods, in the order of their names. */
  public static List<PeriodLookup> all(Periods periods) {
    List<PeriodLookup> all = new ArrayList<>();
    List<PeriodLookup> page = periods.page(Optional.empty());
    while (!page.isEmpty()) {
      all.addAll(page);
      page = periods.page(Optional.of(page.get(page.size() - 1).name()));
    }
    return all;
  }

  /** Those that can be read and those that cannot, for machines. */
  public static Map<String, Object> json(List<PeriodLookup> all) {
    List<Map<String, Object>> periods = new ArrayList<>();
    List<Map<String, Object>> unreadable = new ArrayList<>();
    for (PeriodLookup one : all) {
      one.<Boolean>fold(
          found -> periods.add(of(found.period())),
          absent -> false,
          fault -> unreadable.add(Json.object("period", fault.name(), "fault", fault.fault())));
    }
    return Json.object("periods", periods, "unreadable", unreadable);
  }
}

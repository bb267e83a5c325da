package io.twophase.cli.period;

import io.twophase.app.statement.PeriodLookup;
import io.twophase.cli.text.Json;
import io.twophase.cli.text.Lines;
import io.twophase.cli.view.Views;
import io.twophase.domain.account.Period;
import java.util.Map;

/** Periods as they are shown. */
final class PeriodViews {

  private PeriodViews() {}

  static Map<String, Object> json(Period period) {
    return Json.object(
        "period", period.name().value(),
        "state", Views.lower(period.state()),
        "closedAt", period.closedAt().map(Object::toString).getOrNull(),
        "reason", period.reason().getOrNull());
  }

  static Map<String, Object> json(PeriodLookup.Unreadable unreadable) {
    return Json.object("period", unreadable.name().value(), "fault", unreadable.fault());
  }

  /** In one line: its name, its state, and what else is known. */
  static String text(Period period) {
    return Lines.visible(
        "period "
            + period.name()
            + "  "
            + Views.lower(period.state())
            + period.closedAt().map(at -> "  no new postings since " + at).getOrElse("")
            + period.reason().map(why -> "  " + why).getOrElse(""));
  }
}

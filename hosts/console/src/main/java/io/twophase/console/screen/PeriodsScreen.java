package io.twophase.console.screen;

import io.twophase.app.statement.PeriodLookup;
import io.twophase.app.statement.Periods;
import io.twophase.console.http.Request;
import io.twophase.console.page.Answer;
import io.twophase.console.page.Screen;
import io.twophase.console.view.Json;
import io.twophase.console.view.Links;
import io.twophase.console.view.PeriodViews;
import io.twophase.domain.account.Period;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** All accounting periods. The page of a period's document shows the postings that hold it. */
public final class PeriodsScreen implements Screen {

  private final Periods periods;

  /** Periods of a store. */
  public PeriodsScreen(Periods periods) {
    this.periods = periods;
  }

  @Override
  public Answer answer(Request request) {
    List<Map<String, Object>> shown = new ArrayList<>();
    List<Map<String, Object>> unreadable = new ArrayList<>();
    for (PeriodLookup lookup : PeriodViews.all(periods)) {
      lookup.<Boolean>fold(
          found -> shown.add(linked(PeriodViews.of(found.period()), lookup)),
          absent -> false,
          fault ->
              unreadable.add(
                  linked(Json.object("period", fault.name(), "fault", fault.fault()), lookup)));
    }
    return new Answer.Shown(Json.object("periods", shown, "unreadable", unreadable));
  }

  private static Map<String, Object> linked(Map<String, Object> json, PeriodLookup lookup) {
    json.put("link", Links.document(Period.document(lookup.name())));
    return json;
  }
}

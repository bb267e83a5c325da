package io.twophase.console.screen;

import io.twophase.console.http.Request;
import io.twophase.console.page.Answer;
import io.twophase.console.page.Parameters;
import io.twophase.console.page.Screen;
import io.twophase.console.view.Links;
import io.twophase.console.view.StatementViews;
import io.twophase.domain.statement.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Shows what was decided of an account, line by line. */
public final class StatementScreen implements Screen {

  private static final int PAGE = 100;

  private final StatementReads reads;

  /** Statements that are read so. */
  public StatementScreen(StatementReads reads) {
    this.reads = reads;
  }

  @Override
  public Answer answer(Request request) {
    int page = Parameters.page(request);
    return reads
        .span(request)
        .<Answer>fold(other -> other, read -> new Answer.Shown(model(request, read, page)));
  }

  private static Map<String, Object> model(Request request, Statement statement, int number) {
    Optional<Instant> from = Parameters.moment(request, "from");
    Optional<Instant> to = Parameters.moment(request, "to");
    StringBuilder query = new StringBuilder("?id=");
    query.append(Links.encoded(statement.account().id().value())).append("&scan=yes");
    from.ifPresent(at -> query.append("&from=").append(Links.encoded(at.toString())));
    to.ifPresent(at -> query.append("&to=").append(Links.encoded(at.toString())));
    Paging<Statement.Line> page =
        Paging.of(statement.lines(), PAGE, number, "/account/statement" + query);
    Statement shown = statement.page((int) Math.min((number - 1L) * PAGE, Integer.MAX_VALUE), PAGE);
    List<Statement.Line> lines = page.shown();
    Map<String, Object> model = StatementReads.head(statement.account().id());
    model.putAll(StatementViews.json(statement, shown));
    model.put(
        "lines",
        lines.stream()
            .map(
                line -> {
                  Map<String, Object> json = StatementViews.json(statement, line);
                  json.put("link", Links.transaction(line.posting().transaction().value()));
                  return json;
                })
            .toList());
    model.put("certaintyInWords", StatementReads.certainty(statement));
    model.put("notes", StatementReads.notes(statement, from.isEmpty(), to));
    model.put("csv", "/account/statement.csv" + query);
    model.putAll(page.json());
    return model;
  }
}

package io.twophase.console.screen;

import io.twophase.console.http.Request;
import io.twophase.console.page.Answer;
import io.twophase.console.page.Parameters;
import io.twophase.console.page.Screen;
import io.twophase.console.view.StatementViews;
import io.twophase.domain.statement.Statement;
import io.vavr.control.Either;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** The balance of an account just before a moment, as decided. */
public final class BalanceScreen implements Screen {

  private final StatementReads reads;

  /** Balances that are read so. */
  public BalanceScreen(StatementReads reads) {
    this.reads = reads;
  }

  @Override
  public Answer answer(Request request) {
    Optional<Instant> at = Parameters.moment(request, "at");
    return at.map(moment -> reads.at(request, moment))
        .orElseGet(
            () -> Either.left(new Answer.Shown(StatementReads.head(Parameters.account(request)))))
        .<Answer>fold(other -> other, statement -> shown(statement, at.orElseThrow()));
  }

  private static Answer shown(Statement statement, Instant at) {
    Map<String, Object> model = StatementReads.head(statement.account().id());
    model.putAll(StatementViews.balance(statement, at));
    model.put("certaintyInWords", StatementReads.certainty(statement));
    return new Answer.Shown(model);
  }
}

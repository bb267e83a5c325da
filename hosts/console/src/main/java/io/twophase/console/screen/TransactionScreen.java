package io.twophase.console.screen;

import io.twophase.app.Transactions;
import io.twophase.console.http.BadRequestException;
import io.twophase.console.http.Request;
import io.twophase.console.page.Answer;
import io.twophase.console.page.Screen;
import io.twophase.console.view.Views;
import io.twophase.domain.TransactionId;
import io.vavr.control.Option;
import java.util.Map;

/** One transaction. */
public final class TransactionScreen implements Screen {

  private final Transactions transactions;

  /** Transactions of a store. */
  public TransactionScreen(Transactions transactions) {
    this.transactions = transactions;
  }

  @Override
  public Answer answer(Request request) {
    TransactionId id =
        TransactionId.parse(request.required("id"))
            .getOrElseThrow(fault -> new BadRequestException(fault.message()));
    return transactions
        .find(id)
        .fold(
            found ->
                new Answer.Shown(
                    Map.of(
                        "transaction",
                        Views.transaction(
                            found.record(),
                            Option.none(),
                            io.twophase.console.view.Redactor.NONE))),
            absent -> Answer.missing("NoSuchTransaction", "There is no transaction " + id + "."),
            fault -> new Answer.Declined(500, "Unreadable", fault.fault()),
            removed ->
                new Answer.Shown(
                    Map.of(
                        "transaction",
                        Views.receipt(removed.receipt(), io.twophase.console.view.Redactor.NONE))));
  }
}

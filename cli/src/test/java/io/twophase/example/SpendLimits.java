package io.twophase.example;

import static io.twophase.TwoPhase.account;
import static io.twophase.TwoPhase.money;
import static io.twophase.TwoPhase.transaction;

import io.twophase.TwoPhase;
import io.twophase.app.authorization.AuthorizeOutcome;
import io.twophase.app.authorization.CaptureOutcome;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.domain.Money;
import io.twophase.domain.authorization.AuthorizationTerms;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Agents spend within several budgets at once: of which docs/GUIDE.md shows a part. */
public final class SpendLimits {

  private SpendLimits() {}

  /** Opens a budget, and the account of what is spent of it. */
  public static void open(TwoPhase twophase, String budget, Money limit) {
    twophase.accounts().open(account(budget), limit);
    twophase.accounts().open(account("spent:" + budget), money("0.00", "USD"));
  }

  /** All budgets hold the most that a call may cost, or none does. */
  public static TransactionRequest holding(String id, List<String> budgets, Money most) {
    TransactionRequest request = transaction(id);
    for (String budget : budgets) {
      request = request.debit(account(budget), most).credit(account("spent:" + budget), most);
    }
    return request;
  }

  /** Calls the model if all budgets allow it, and charges each with what the call has cost. */
  public static Optional<CaptureOutcome> spend(
      TwoPhase twophase, TransactionRequest holding, Duration longest, Supplier<Money> model) {
    AuthorizeOutcome held =
        twophase.authorizations().authorize(holding, new AuthorizationTerms(longest));
    if (!(held instanceof AuthorizeOutcome.Authorized)) {
      return Optional.empty();
    }
    Money cost = model.get();
    return Optional.of(twophase.authorizations().captureInPart(holding.id(), cost));
  }
}

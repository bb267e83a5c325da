package io.twophase.domain.explorer.participant;

import static io.twophase.domain.explorer.participant.Role.APPROVER_A;
import static io.twophase.domain.explorer.participant.Role.APPROVER_B;
import static io.twophase.domain.explorer.participant.Role.CANCELLER;
import static io.twophase.domain.explorer.participant.Role.CAPTURER;
import static io.twophase.domain.explorer.participant.Role.EXPIRER;
import static io.twophase.domain.explorer.participant.Role.JANITOR;
import static io.twophase.domain.explorer.participant.Role.OWNER;
import static io.twophase.domain.explorer.participant.Role.PARTIAL_CAPTURER;
import static io.twophase.domain.explorer.participant.Role.RECOVERER;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.is;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;

import io.twophase.domain.explorer.model.Fault;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.testing.Answers;
import io.twophase.domain.testing.Documents;
import io.twophase.domain.transaction.NewTransaction;
import io.vavr.control.Option;
import java.util.List;

/** One authorization, and all who may work at it. */
final class AuthorizationScenes {

  /** Held already: whoever may decide it, all at once, and an approval that it needs. */
  static final Scenario ALL =
      held(
          Authorizations.approved(1, money()),
          CAPTURER,
          PARTIAL_CAPTURER,
          CANCELLER,
          EXPIRER,
          APPROVER_A);

  /** Held already; the others of them. */
  static final Scenario DECIDED =
      held(Authorizations.of(money()), CAPTURER, PARTIAL_CAPTURER, CANCELLER, EXPIRER).timeOuts(1);

  /** From its holds on: an owner that may be too slow, and one who takes it over. */
  static final Scenario AUTHORIZED =
      begun(Authorizations.of(money()), OWNER, RECOVERER, PARTIAL_CAPTURER, JANITOR).timeOuts(0);

  /** From its holds on, with a void in the way. */
  static final Scenario VOIDED =
      begun(Authorizations.of(money()), OWNER, PARTIAL_CAPTURER, CANCELLER).timeOuts(1);

  /** From its holds on, with the expiry in the way. */
  static final Scenario EXPIRED =
      begun(Authorizations.of(money()), OWNER, CAPTURER, EXPIRER).timeOuts(1);

  /** Whoever captures may die before all is settled. */
  static final Scenario CRASHED =
      held(Authorizations.of(money()), PARTIAL_CAPTURER, CANCELLER, RECOVERER, JANITOR)
          .timeOuts(1)
          .with(Fault.CRASH, 1);

  /** Two approvals of two. */
  static final Scenario APPROVED =
      held(Authorizations.approved(2, money()), APPROVER_A, APPROVER_B, PARTIAL_CAPTURER, CANCELLER)
          .timeOuts(1);

  /** Of a document too. */
  static final Scenario DOCUMENTS =
      held(Authorizations.of(moneyAndOrder()), PARTIAL_CAPTURER, CANCELLER, EXPIRER).timeOuts(1);

  private AuthorizationScenes() {}

  private static NewTransaction money() {
    return body(debit("A", usd("5")), credit("B", usd("5")));
  }

  private static NewTransaction moneyAndOrder() {
    return body(
        debit("A", usd("5")),
        credit("B", usd("5")),
        Documents.change(order("O"), is("n", 0), set("n", 1)));
  }

  private static NewTransaction body(Operation... operations) {
    return Answers.accepted(
        NewTransaction.of(transactionId("T1"), List.of(operations), Option.none()));
  }

  private static Scenario begun(NewTransaction body, Role... roles) {
    return given(Cast.of("T1", body, roles));
  }

  private static Scenario held(NewTransaction body, Role... roles) {
    Cast cast = Cast.of("T1", body, roles).held();
    return given(cast).holding(cast);
  }

  private static Scenario given(Cast cast) {
    Scenario accounts = Scenario.of(cast).given("A", usd("7")).given("B", usd("1"));
    return cast.body().documentOperations().isEmpty()
        ? accounts
        : accounts.given(order("O"), fields("n", 0));
  }
}

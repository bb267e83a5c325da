package io.twophase.domain.explorer.participant;

import static io.twophase.domain.explorer.participant.Role.CANCELLER;
import static io.twophase.domain.explorer.participant.Role.JANITOR;
import static io.twophase.domain.explorer.participant.Role.OWNER;
import static io.twophase.domain.explorer.participant.Role.RECOVERER;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;

import io.twophase.domain.explorer.model.Fault;
import io.twophase.domain.money.Money;
import io.twophase.domain.testing.Answers;
import io.twophase.domain.transaction.NewTransaction;

/** One transaction that takes as much as there is, and others that change how much that is. */
final class AtMostScenes {

  /** An owner that may be too slow, and all who may overtake it. */
  static final Scenario ALL = scene(usd("7"), atMost(OWNER, RECOVERER, CANCELLER)).timeOuts(1);

  /** An owner that may be too slow, and one who takes it over. */
  static final Scenario OVERTAKEN = scene(usd("7"), atMost(OWNER, RECOVERER)).timeOuts(1);

  /** An owner that may be too slow, and one who cancels. */
  static final Scenario CANCELED = scene(usd("7"), atMost(OWNER, CANCELLER)).timeOuts(1);

  /** All without a time-out: nothing is left that somebody else would have to give back. */
  static final Scenario UNSWEPT = ALL.timeOuts(0).sweptBy(Sweeper.NONE);

  /** Another debit of the same account, and a time-out. */
  static final Scenario COMPETING =
      scene(usd("7"), atMost(OWNER, RECOVERER), transfer("A", "B", usd("4"), OWNER)).timeOuts(0);

  /** Another debit, that is canceled. */
  static final Scenario GIVEN_BACK =
      scene(usd("7"), atMost(OWNER), transfer("A", "B", usd("4"), OWNER, CANCELLER)).timeOuts(0);

  /** Money that comes in between. */
  static final Scenario GROWING =
      scene(usd("7"), atMost(OWNER, RECOVERER), transfer("B", "A", usd("1"), OWNER)).timeOuts(0);

  /** All of it may be gone. */
  static final Scenario EMPTIED =
      scene(usd("7"), atMost(OWNER, RECOVERER), transfer("A", "B", usd("7"), OWNER)).timeOuts(0);

  /** Two that take as much as there is: less than both ask for together. */
  static final Scenario TWO =
      scene(usd("7"), atMost(OWNER), atMost("T2", usd("4"), OWNER)).timeOuts(0);

  /** The same, and one who takes the first over. */
  static final Scenario TWO_OVERTAKEN =
      scene(usd("7"), atMost(OWNER, RECOVERER), atMost("T2", usd("4"), OWNER)).timeOuts(0);

  /** Whoever works at it may die. */
  static final Scenario CRASHED =
      scene(usd("7"), atMost(OWNER, CANCELLER, RECOVERER)).timeOuts(0).with(Fault.CRASH, 1);

  /** The same, and one who comes again and again. */
  static final Scenario WORKED_AT =
      scene(usd("7"), atMost(OWNER, CANCELLER, RECOVERER, JANITOR))
          .timeOuts(0)
          .with(Fault.CRASH, 1);

  private AtMostScenes() {}

  private static Cast atMost(Role... roles) {
    return atMost("T1", usd("9"), roles);
  }

  private static Cast atMost(String id, Money amount, Role... roles) {
    return Cast.of(
        id,
        Answers.accepted(
            NewTransaction.transferAtMost(
                transactionId(id), accountId("A"), accountId("B"), amount)),
        roles);
  }

  private static Cast transfer(String from, String to, Money amount, Role... roles) {
    return Cast.of(
        "T2",
        Answers.accepted(
            NewTransaction.transfer(transactionId("T2"), accountId(from), accountId(to), amount)),
        roles);
  }

  private static Scenario scene(Money balance, Cast... casts) {
    return Scenario.of(casts)
        .given("A", balance)
        .given("B", usd("1"))
        .over(AtMost.LOOKING)
        .drivenBy(AtMost.LOOKS_FIRST);
  }
}

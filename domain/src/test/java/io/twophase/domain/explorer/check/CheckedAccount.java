package io.twophase.domain.explorer.check;

import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.is;
import static io.twophase.domain.testing.Documents.leg;
import static io.twophase.domain.testing.Documents.value;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;

import io.twophase.domain.account.Account;
import io.twophase.domain.account.AccountDocument;
import io.twophase.domain.account.AccountFigures;
import io.twophase.domain.account.AccountStatus;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.account.StatusRefusal;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.participant.DocumentHoldAnswer;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.HeldDocument;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.value.Fields;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One account, by the real rules, and all who use it: two transactions that check that it is
 * active, a debit and a credit by others, and somebody who freezes, unfreezes and closes it.
 *
 * @param account the account
 * @param done how far each has come
 * @param asked what of the status has been asked for and answered
 * @param fault what is wrong, once something is
 */
record CheckedAccount(
    Account account, Map<Actor, Phase> done, Set<StatusChange> asked, String fault) {

  /** A transaction. */
  enum Actor {
    CHECKS,
    CHECKS_TOO,
    DEBITS,
    CREDITS
  }

  /** How far a transaction has come. */
  enum Phase {
    BEGUN,
    HELD,
    APPLIED,
    ENDED
  }

  /** A rule of those below that is left out. */
  enum Broken {
    NONE(""),
    STATUS_CHANGES_UNDER_A_CHECK("is applied, and the account is"),
    A_CHECK_ONLY_LOOKS("is applied, and the account is"),
    A_CHECK_KEEPS_DEBITS_OUT("was refused by an active account");

    private final String finding;

    Broken(String finding) {
      this.finding = finding;
    }

    /** What is wrong without it. */
    String finding() {
      return finding;
    }
  }

  private static final DocumentRef DOCUMENT = CollectionName.of("accounts").document(value("A"));
  private static final Map<Actor, AccountOperation> MONEY =
      Map.of(Actor.DEBITS, debit("A", usd("1")), Actor.CREDITS, credit("A", usd("1")));

  static CheckedAccount start() {
    Map<Actor, Phase> begun = new EnumMap<>(Actor.class);
    for (Actor actor : Actor.values()) {
      begun.put(actor, Phase.BEGUN);
    }
    return new CheckedAccount(
        Fixtures.account("A").with(usd("1")), begun, EnumSet.noneOf(StatusChange.class), "");
  }

  /** Nobody is under way any more. */
  boolean isOver() {
    return done.values().stream().allMatch(phase -> phase == Phase.ENDED)
        && asked.size() == StatusChange.values().length;
  }

  /** What may come next, in any order: each step of each, a refusal or a busy answer being one. */
  List<CheckedAccount> next(Broken broken) {
    List<CheckedAccount> next = new ArrayList<>();
    for (Actor actor : Actor.values()) {
      switch (done.get(actor)) {
        case BEGUN ->
            next.add(MONEY.containsKey(actor) ? holds(actor, broken) : checks(actor, broken));
        case HELD -> {
          next.add(applies(actor));
          next.add(settles(actor, false));
        }
        case APPLIED -> next.add(settles(actor, true));
        case ENDED -> {}
      }
    }
    for (StatusChange change : StatusChange.values()) {
      if (!asked.contains(change)) {
        changes(change, broken).forEach(next::add);
      }
    }
    return next;
  }

  private static DocumentLeg checkOf(Actor actor) {
    return leg(actor.name(), 1, check(DOCUMENT, is("status", "active")));
  }

  private CheckedAccount checks(Actor actor, Broken broken) {
    Either<DocumentHoldAnswer, AccountDocument> answer =
        AccountDocument.hold(
            Option.some(AccountDocument.of(account)), checkOf(actor), HoldLimit.NONE);
    if (answer.isLeft()) {
      boolean isBusy = answer.getLeft().fold(present -> false, busy -> true, denied -> false);
      return isBusy
          ? with("a check was busy beside " + account)
          : with(account, actor, Phase.ENDED);
    }
    return with(
        broken == Broken.A_CHECK_ONLY_LOOKS ? account : answer.get().account(), actor, Phase.HELD);
  }

  private CheckedAccount holds(Actor actor, Broken broken) {
    Option<Account> held =
        account
            .hold(transactionId(actor.name()), epoch(1), MONEY.get(actor))
            .toOption()
            .filter(
                any ->
                    broken != Broken.A_CHECK_KEEPS_DEBITS_OUT || account.documentHolds().isEmpty());
    if (held.isEmpty() && account.status() == AccountStatus.ACTIVE) {
      return with(actor + " was refused by an active account: " + account);
    }
    return held.map(now -> with(now, actor, Phase.HELD))
        .getOrElse(() -> with(account, actor, Phase.ENDED));
  }

  /** What was checked is so at the decision. */
  private CheckedAccount applies(Actor actor) {
    return !MONEY.containsKey(actor) && account.status() != AccountStatus.ACTIVE
        ? with(actor + " is applied, and the account is " + account.status())
        : with(account, actor, Phase.APPLIED);
  }

  private CheckedAccount settles(Actor actor, boolean applied) {
    AccountOperation money = MONEY.get(actor);
    Account after =
        money == null
            ? checkSettled(actor, applied)
            : (applied
                    ? account.settle(transactionId(actor.name()), epoch(1), money)
                    : account.release(transactionId(actor.name()), money))
                .get();
    return with(after, actor, Phase.ENDED);
  }

  private Account checkSettled(Actor actor, boolean applied) {
    AccountDocument now = new AccountDocument(account, Fields.none());
    return (applied ? now.settle(checkOf(actor)) : now.withdraw(HeldDocument.of(checkOf(actor))))
        .map(AccountDocument::account)
        .getOrElse(account);
  }

  /** Busy is asked again later; any other answer is the end of it. */
  private Option<CheckedAccount> changes(StatusChange change, Broken broken) {
    boolean ignores = broken == Broken.STATUS_CHANGES_UNDER_A_CHECK;
    Account seen = ignores ? account.withDocumentHolds(List.of()) : account;
    Either<StatusRefusal, Account> answer = seen.change(change);
    if (answer.isLeft() && answer.getLeft() instanceof StatusRefusal.Busy) {
      return Option.none();
    }
    Set<StatusChange> answered = EnumSet.copyOf(asked.isEmpty() ? Set.of(change) : asked);
    answered.add(change);
    Account after =
        answer.map(now -> now.withDocumentHolds(account.documentHolds())).getOrElse(account);
    return Option.some(new CheckedAccount(after, done, answered, fault));
  }

  private CheckedAccount with(String wrong) {
    return new CheckedAccount(account, done, asked, wrong);
  }

  private CheckedAccount with(Account now, Actor actor, Phase phase) {
    Map<Actor, Phase> phases = new EnumMap<>(done);
    phases.put(actor, phase);
    return new CheckedAccount(now, phases, asked, AccountFigures.fault(now).getOrElse(fault));
  }
}

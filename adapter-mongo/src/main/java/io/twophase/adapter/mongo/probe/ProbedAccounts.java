package io.twophase.adapter.mongo.probe;

import io.twophase.domain.AccountId;
import io.twophase.domain.account.Opening;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.account.StatusRefusal;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Answer;
import io.twophase.domain.hold.Ending;
import io.twophase.domain.hold.HoldRules;
import io.twophase.domain.hold.Placing;
import io.twophase.domain.hold.Sight;
import io.twophase.domain.hold.Stamping;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.hold.Target;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.OpenOutcome;
import io.twophase.domain.record.StatusOutcome;
import io.twophase.ports.Accounts;
import io.twophase.ports.Holds;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Scratch accounts on the server, and beside them the accounts as the domain's own rules leave
 * them. Each step does the same to both, and compares the answers and all the accounts.
 */
final class ProbedAccounts {

  private final Holds holds;
  private final Accounts accounts;
  private final HoldRules rules;
  private final Findings findings;
  private final Map<Target, Stored> expected = new LinkedHashMap<>();

  ProbedAccounts(Holds holds, Accounts accounts, HoldRules rules, Findings findings) {
    this.holds = holds;
    this.accounts = accounts;
    this.rules = rules;
    this.findings = findings;
  }

  void open(String asked, Opening... openings) {
    List<Class<?>> answers = new ArrayList<>();
    for (Opening opening : openings) {
      Account open = Account.open(opening);
      boolean isNew = expected.putIfAbsent(open.target(), open) == null;
      answers.add(isNew ? OpenOutcome.Opened.class : OpenOutcome.AlreadyOpen.class);
    }
    compared(
        asked,
        answers,
        () ->
            accounts.open(List.of(openings)).stream()
                .<Class<?>>map(OpenOutcome::getClass)
                .toList());
  }

  /** Compares an account that is there, too, from now on. */
  void expect(Account account) {
    expected.put(account.target(), account);
  }

  void place(String asked, Placing... placings) {
    match(
        asked,
        List.of(placings),
        one -> one.claim().target(),
        (there, one) -> rules.place(there, one).toOption(),
        holds::place,
        ProbedAccounts::placed);
  }

  private static MatchOutcome placed(Answer answer) {
    return switch (answer.kind()) {
      case HELD -> MatchOutcome.MATCHED;
      case IN_DOUBT -> MatchOutcome.IN_DOUBT;
      case PRESENT, BUSY, SHORT, REFUSED -> MatchOutcome.NOT_MATCHED;
    };
  }

  void stamp(String asked, Stamping... stampings) {
    match(
        asked,
        List.of(stampings),
        Stamping::target,
        rules::stamp,
        holds::stamp,
        Function.identity());
  }

  void end(String asked, Ending... endings) {
    match(
        asked,
        List.of(endings),
        Ending::target,
        (there, one) -> rules.end(there, one).flatMap(left -> left),
        holds::end,
        Function.identity());
  }

  private <T, R> void match(
      String asked,
      List<T> all,
      Function<T, Target> target,
      BiFunction<Option<Stored>, T, Option<Stored>> rule,
      Function<List<T>, List<R>> write,
      Function<R, MatchOutcome> outcome) {
    List<MatchOutcome> exact = new ArrayList<>();
    for (T one : all) {
      Option<Stored> after = rule.apply(Option.of(expected.get(target.apply(one))), one);
      after.forEach(stored -> expected.put(stored.target(), stored));
      exact.add(after.isDefined() ? MatchOutcome.MATCHED : MatchOutcome.NOT_MATCHED);
    }
    findings.require(
        asked,
        () -> {
          List<R> answered = write.apply(all);
          List<MatchOutcome> outcomes = answered.stream().map(outcome).toList();
          Option<String> left = difference();
          return mayBeAnswered(exact, outcomes)
              ? left
              : Findings.unlessEqual(exact, outcomes, answered).orElse(left);
        });
  }

  /**
   * If only some of a call match, a server may tell only how many: "Match counts" of {@link Holds}.
   * The accounts are compared all the same.
   */
  private static boolean mayBeAnswered(List<MatchOutcome> exact, List<MatchOutcome> answered) {
    boolean mixed = exact.contains(MatchOutcome.MATCHED);
    boolean may = exact.size() == answered.size();
    for (int at = 0; may && at < exact.size(); at++) {
      may =
          exact.get(at) == answered.get(at) || (mixed && answered.get(at) == MatchOutcome.MATCHED);
    }
    return may;
  }

  void change(String asked, AccountId id, StatusChange change) {
    Either<StatusRefusal, Account> after = account(id).change(change);
    after.forEach(this::expect);
    StatusOutcome answer = after.fold(StatusOutcome.Refused::new, StatusOutcome.Changed::new);
    compared(asked, answer, () -> accounts.change(id, change));
  }

  private Account account(AccountId id) {
    return Objects.requireNonNull(expected.get(new Target.OfAccount(id)))
        .fold(
            account -> account,
            document -> {
              throw new IllegalStateException("no account: " + document.ref());
            });
  }

  void latest(String asked, AccountId id) {
    compared(asked, Sight.found(account(id)), () -> holds.findLatest(new Target.OfAccount(id)));
  }

  /** Looks for the accounts with holds. Other runs of the probe may have left accounts, too. */
  void heldOnes(String asked) {
    List<String> held =
        expected.values().stream()
            .filter(stored -> !stored.holds().isEmpty())
            .map(stored -> stored.target().toString())
            .sorted()
            .toList();
    compared(asked, held, this::heldOfThese);
  }

  private List<String> heldOfThese() {
    List<String> held = new ArrayList<>();
    holds.scan(
        rules.accounts(),
        true,
        sight ->
            sight
                .stored()
                .filter(stored -> expected.containsKey(stored.target()))
                .forEach(stored -> held.add(sight.id())));
    return held.stream().sorted().toList();
  }

  private <T> void compared(String asked, T answer, Supplier<? extends T> step) {
    findings.require(
        asked,
        () -> {
          T answered = step.get();
          Option<String> left = difference();
          return Findings.unlessEqual(answer, answered).orElse(left);
        });
  }

  private Option<String> difference() {
    List<Target> targets = List.copyOf(expected.keySet());
    List<Sight> seen = holds.find(targets);
    for (int at = 0; at < targets.size(); at++) {
      Stored wanted = Objects.requireNonNull(expected.get(targets.get(at)));
      if (!seen.get(at).stored().contains(wanted)) {
        String found =
            seen.get(at).stored().map(ProbedAccounts::words).getOrElse(seen.get(at).toString());
        return Option.some(targets.get(at) + " is " + found + ", not " + words(wanted));
      }
    }
    return Option.none();
  }

  private static String words(Stored stored) {
    return stored.fold(
        account ->
            "{balance "
                + account.balance()
                + ", available "
                + account.available()
                + ", receivable "
                + account.receivable()
                + ", "
                + account.status()
                + ", holds "
                + account.holds()
                + "}",
        Object::toString);
  }
}

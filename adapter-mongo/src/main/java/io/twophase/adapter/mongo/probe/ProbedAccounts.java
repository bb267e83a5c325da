package io.twophase.adapter.mongo.probe;

import com.mongodb.client.MongoCollection;
import io.twophase.adapter.mongo.account.MongoAccountRepository;
import io.twophase.adapter.mongo.document.AccountCodec;
import io.twophase.adapter.mongo.server.Server;
import io.twophase.domain.account.Account;
import io.twophase.domain.account.NoHold;
import io.twophase.domain.account.Opening;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.account.StatusRefusal;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.AccountLookup;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.OpenOutcome;
import io.twophase.domain.outcome.StatusOutcome;
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
import org.bson.BsonDocument;

/**
 * Scratch accounts on the server, and beside them the accounts as the domain's own functions leave
 * them. Each step does the same to both, and compares the answers and all the accounts.
 */
final class ProbedAccounts {

  /** Of a hold that is placed. */
  private static final String HELD = "held";

  /** Of a hold that is refused, or is there already. */
  private static final String NOT_HELD = "not held";

  /** How many holds an account may have: so few that the probe reaches it. */
  static final HoldLimit LIMIT = new HoldLimit(4);

  private final MongoAccountRepository accounts;
  private final Findings findings;
  private final Map<AccountId, Account> expected = new LinkedHashMap<>();

  private ProbedAccounts(MongoAccountRepository accounts, Findings findings) {
    this.accounts = accounts;
    this.findings = findings;
  }

  /** Those in {@code scratch}. */
  static ProbedAccounts of(
      MongoCollection<BsonDocument> scratch, Server server, Findings findings) {
    AccountCodec codec = new AccountCodec(ScratchAmounts.CURRENCY);
    return new ProbedAccounts(new MongoAccountRepository(scratch, codec, server, LIMIT), findings);
  }

  void open(String asked, Opening... openings) {
    List<Class<?>> answers = new ArrayList<>();
    for (Opening opening : openings) {
      boolean isNew = expected.putIfAbsent(opening.id(), Account.open(opening)) == null;
      answers.add(isNew ? OpenOutcome.Opened.class : OpenOutcome.AlreadyOpen.class);
    }
    compared(asked, answers, () -> classes(accounts.open(List.of(openings))));
  }

  /** Takes an account that is there as one of those that are compared from now on. */
  void expect(Account account) {
    expected.put(account.id(), account);
  }

  void hold(String asked, Leg... legs) {
    List<String> held = new ArrayList<>();
    for (Leg leg : legs) {
      Option<Account> after =
          account(leg).hold(leg.transaction(), leg.epoch(), leg.operation(), LIMIT).toOption();
      after.forEach(this::expect);
      held.add(after.isDefined() ? HELD : NOT_HELD);
    }
    compared(
        asked,
        held,
        () -> accounts.hold(List.of(legs)).stream().map(ProbedAccounts::placed).toList());
  }

  private static String placed(AccountHoldOutcome outcome) {
    if (outcome.equals(AccountHoldOutcome.inDoubt())) {
      return Findings.HOLD_IN_DOUBT;
    }
    return outcome.equals(AccountHoldOutcome.held()) ? HELD : NOT_HELD;
  }

  void stamp(String asked, Leg... legs) {
    match(
        asked,
        accounts::stamp,
        (account, leg) -> account.stamp(leg.transaction(), leg.epoch(), leg.operation()),
        legs);
  }

  void settle(String asked, Leg... legs) {
    match(asked, accounts::settle, Account::settle, legs);
  }

  void release(String asked, Leg... legs) {
    match(
        asked,
        accounts::release,
        (account, leg) -> account.release(leg.transaction(), leg.operation()),
        legs);
  }

  void withdraw(String asked, Leg... legs) {
    match(
        asked,
        accounts::withdraw,
        (account, leg) -> account.withdraw(leg.transaction(), leg.epoch(), leg.operation()),
        legs);
  }

  private void match(
      String asked,
      Function<List<Leg>, List<MatchOutcome>> write,
      BiFunction<Account, Leg, Either<NoHold, Account>> rule,
      Leg... legs) {
    List<MatchOutcome> answers = new ArrayList<>();
    for (Leg leg : legs) {
      Option<Account> after = rule.apply(account(leg), leg).toOption();
      after.forEach(this::expect);
      answers.add(after.isDefined() ? MatchOutcome.MATCHED : MatchOutcome.NOT_MATCHED);
    }
    findings.require(
        asked,
        () -> {
          List<MatchOutcome> answered = write.apply(List.of(legs));
          Option<String> left = difference();
          return mayBeAnswered(answers, answered)
              ? left
              : Findings.unlessEqual(answers, answered).orElse(left);
        });
  }

  /**
   * Of some that match and some that do not, a server may tell only how many: "Match counts" of
   * {@link AccountRepository}. What each has changed is compared all the same.
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
    StatusOutcome answer =
        after.fold(StatusOutcome.Refused::new, account -> new StatusOutcome.Changed(account));
    compared(asked, answer, () -> accounts.change(id, change));
  }

  /** One write of one account, which matches where the rule leaves a changed one. */
  void changed(
      String asked,
      AccountId id,
      Function<Account, Option<Account>> rule,
      Supplier<MatchOutcome> write) {
    Option<Account> after = rule.apply(account(id));
    after.forEach(this::expect);
    compared(asked, after.isDefined() ? MatchOutcome.MATCHED : MatchOutcome.NOT_MATCHED, write);
  }

  /** Changes the status of an account that is not among those that are compared. */
  StatusOutcome changed(AccountId id, StatusChange change) {
    return accounts.change(id, change);
  }

  void latest(String asked, AccountId id) {
    AccountLookup answer = new AccountLookup.Found(account(id));
    compared(asked, answer, () -> accounts.findLatest(id));
  }

  /** Looks for the accounts with holds; others than this probe's may be among them. */
  void heldOnes(String asked) {
    List<AccountId> answer =
        expected.values().stream()
            .filter(account -> account.holdCount() > 0)
            .map(Account::id)
            .sorted()
            .toList();
    compared(asked, answer, this::heldOfThese);
  }

  private List<AccountId> heldOfThese() {
    List<AccountId> held = new ArrayList<>();
    accounts.scanHeld(
        lookup -> {
          if (lookup instanceof AccountLookup.Found found
              && expected.containsKey(found.account().id())) {
            held.add(found.account().id());
          }
        });
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
    List<AccountId> ids = List.copyOf(expected.keySet());
    List<AccountLookup> seen = accounts.find(ids);
    for (int at = 0; at < ids.size(); at++) {
      Account account = account(ids.get(at));
      if (!seen.get(at).equals(new AccountLookup.Found(account))) {
        return Option.some(
            "account " + ids.get(at) + " is " + told(seen.get(at)) + ", not " + told(account));
      }
    }
    return Option.none();
  }

  private static String told(AccountLookup lookup) {
    return lookup instanceof AccountLookup.Found found ? told(found.account()) : lookup.toString();
  }

  private static String told(Account account) {
    return "{balance "
        + account.balance()
        + ", available "
        + account.available()
        + ", receivable "
        + account.receivable()
        + ", "
        + account.status()
        + ", holds "
        + account.holds().values().mkString("[", ", ", "]")
        + account.ranges().values().mkString(", ranges [", ", ", "]")
        + "}";
  }

  private static List<Class<?>> classes(List<OpenOutcome> outcomes) {
    List<Class<?>> classes = new ArrayList<>();
    outcomes.forEach(outcome -> classes.add(outcome.getClass()));
    return classes;
  }

  private Account account(Leg leg) {
    return account(leg.account());
  }

  private Account account(AccountId id) {
    return Objects.requireNonNull(expected.get(id));
  }
}

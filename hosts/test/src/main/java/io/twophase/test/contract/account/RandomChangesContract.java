package io.twophase.test.contract.account;

import static io.twophase.domain.testing.DomainAssertions.assertThat;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.eur;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.account.Account;
import io.twophase.domain.account.Hold;
import io.twophase.domain.account.HoldAnswer;
import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.account.Opening;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.account.StatusRefusal;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.StatusOutcome;
import io.twophase.domain.testing.Seed;
import io.twophase.ports.AccountRepository;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;

/** Any sequence of changes comes out as the functions of {@link Account} say. */
public abstract class RandomChangesContract extends AccountContract {

  private static final int CALLS = 60;
  private static final int LARGEST_CALL = 12;
  private static final List<String> NAMES = List.of("A", "B", "C", "D", "nowhere");

  private final Map<AccountId, Account> model = new HashMap<>();

  /**
   * @param fresh gives an empty repository; asked once before each test
   */
  protected RandomChangesContract(Supplier<AccountRepository> fresh) {
    super(fresh);
  }

  @RepeatedTest(3)
  void randomChangesComeOutAsTheDomainSays() {
    Random random = Seed.random("RandomChangesContract");
    openInBoth(account("A").opening(cents(100)));
    openInBoth(account("B").overdraft(cents(20)).ceiling(cents(60)).opening(cents(-5)));
    openInBoth(account("C").ceiling(cents(9)).opening(cents(0)));
    openInBoth(account("D").opening(eur("0.50")));

    for (int call = 0; call < CALLS; call++) {
      makeOneCall(random);
    }

    for (Account expected : model.values()) {
      assertThat(read(expected.id())).isEqualTo(expected);
      assertThat(read(expected.id())).isSound();
    }
  }

  private void openInBoth(Opening opening) {
    open(opening);
    model.put(opening.id(), Account.open(opening));
  }

  private void makeOneCall(Random random) {
    List<Leg> legs = anyLegs(random);
    switch (random.nextInt(10)) {
      case 0 ->
          matches(
              legs,
              accounts()::stamp,
              (account, leg) -> account.stamp(leg.transaction(), leg.epoch(), leg.operation()));
      case 1 -> matches(legs, accounts()::settle, Account::settle);
      case 2 ->
          matches(
              legs.stream().map(RandomChangesContract::inPart).toList(),
              accounts()::settle,
              Account::settle);
      case 3 ->
          matches(
              legs,
              accounts()::release,
              (account, leg) -> account.release(leg.transaction(), leg.operation()));
      case 4 ->
          matches(
              legs,
              accounts()::withdraw,
              (account, leg) -> account.withdraw(leg.transaction(), leg.epoch(), leg.operation()));
      case 5 -> changesStatus(legs.get(0).account(), anyChange(random));
      default -> holds(legs);
    }
  }

  /** The same, of which half is captured. */
  private static Leg inPart(Leg leg) {
    long half = Math.max(1, leg.operation().amount().minor() / 2);
    return new Leg(leg.transaction(), leg.epoch(), leg.operation(), half);
  }

  /** At most one leg for each transaction and account, as workers ask. */
  private static List<Leg> anyLegs(Random random) {
    Map<Object, Leg> legs = new LinkedHashMap<>();
    Stream.generate(() -> anyLeg(random))
        .limit(1 + random.nextInt(LARGEST_CALL))
        .forEach(leg -> legs.put(List.of(leg.transaction(), leg.account()), leg));
    return List.copyOf(legs.values());
  }

  /**
   * The legs in one call, but each of those in a call of its own that a call of several may not
   * tell from what it has done itself: see "Match counts" of the port.
   */
  private static List<List<Leg>> calls(List<Leg> legs, Predicate<Leg> alone) {
    List<List<Leg>> calls = new ArrayList<>();
    calls.add(legs.stream().filter(alone.negate()).toList());
    legs.stream().filter(alone).map(List::of).forEach(calls::add);
    return calls;
  }

  private Option<Hold> held(Leg leg) {
    return Option.of(model.get(leg.account()))
        .flatMap(account -> account.holds().get(leg.transaction()));
  }

  /** One operation for each transaction and account, so that a hold is what its legs say. */
  private static Leg anyLeg(Random random) {
    int transaction = random.nextInt(12);
    int name = random.nextInt(NAMES.size());
    int amount = 1 + (transaction * 7 + name * 5) % 17;
    AccountOperation operation =
        (transaction + name) % 2 == 0
            ? debit(NAMES.get(name), name == 3 ? eur("0.0" + (amount % 9 + 1)) : cents(amount))
            : credit(NAMES.get(name), cents(amount));
    return leg("t" + transaction, 1 + random.nextInt(3), operation);
  }

  private static StatusChange anyChange(Random random) {
    return switch (random.nextInt(8)) {
      case 0 -> StatusChange.CLOSE;
      case 1, 2 -> StatusChange.FREEZE;
      default -> StatusChange.UNFREEZE;
    };
  }

  private void holds(List<Leg> legs) {
    Predicate<Leg> isRepeated = leg -> held(leg).exists(hold -> hold.epoch().equals(leg.epoch()));
    for (List<Leg> call : calls(legs, isRepeated)) {
      assertThat(accounts().hold(call)).isEqualTo(call.stream().map(this::holdInModel).toList());
    }
  }

  private AccountHoldOutcome holdInModel(Leg leg) {
    Account account = model.get(leg.account());
    if (account == null) {
      return new AccountHoldOutcome.Refused(new HoldRefusal.NoSuchAccount(leg.account()));
    }
    Either<HoldAnswer, Account> held =
        account.hold(leg.transaction(), leg.epoch(), leg.operation());
    held.forEach(changed -> model.put(leg.account(), changed));
    return held.fold(
        answer ->
            answer.fold(
                present -> new AccountHoldOutcome.AlreadyHeld(present.epoch(), present.held()),
                denied -> new AccountHoldOutcome.Refused(denied.refusal())),
        changed -> AccountHoldOutcome.held());
  }

  private void matches(
      List<Leg> legs,
      Function<List<Leg>, List<MatchOutcome>> change,
      BiFunction<Account, Leg, Either<?, Account>> rule) {
    Predicate<Leg> isDoneAlready =
        leg ->
            Option.of(model.get(leg.account()))
                .exists(
                    account ->
                        rule.apply(account, leg).isLeft()
                            && held(leg).forAll(hold -> hold.epoch().equals(leg.epoch())));
    for (List<Leg> call : calls(legs, isDoneAlready)) {
      assertThat(change.apply(call))
          .isEqualTo(call.stream().map(leg -> matchInModel(leg, rule)).toList());
    }
  }

  private MatchOutcome matchInModel(Leg leg, BiFunction<Account, Leg, Either<?, Account>> rule) {
    Account account = model.get(leg.account());
    if (account == null) {
      return MatchOutcome.NOT_MATCHED;
    }
    Either<?, Account> changed = rule.apply(account, leg);
    changed.forEach(now -> model.put(leg.account(), now));
    return changed.isRight() ? MatchOutcome.MATCHED : MatchOutcome.NOT_MATCHED;
  }

  private void changesStatus(AccountId id, StatusChange change) {
    Account account = model.get(id);
    StatusOutcome expected =
        account == null
            ? new StatusOutcome.Refused(new StatusRefusal.NotFound(id))
            : account
                .change(change)
                .peek(changed -> model.put(id, changed))
                .fold(StatusOutcome.Refused::new, StatusOutcome.Changed::new);
    assertThat(accounts().change(id, change)).isEqualTo(expected);
  }
}

package io.twophase.test.contract.hold;

import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.epoch;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Claim.Stamping;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.HoldRules;
import io.twophase.domain.hold.HoldRules.HoldLimit;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.DocumentOperation.HoldMode;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.testing.RandomDocuments;
import io.twophase.domain.testing.Seed;
import io.vavr.control.Either;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random requests, one at a time: each comes out as {@link HoldRules} say. */
public abstract class RandomHoldsContract extends HoldCases {

  private static final int CALLS = 250 * Integer.getInteger("twophase.storms", 1);
  private static final HoldLimit LIMIT = new HoldLimit(4);
  private static final List<String> ACCOUNTS = List.of("A", "B", "ghost");
  private static final List<String> RECORDS = List.of("t1", "t2", "t3", BATCH, "batch:2");

  private final Random random = Seed.random("RandomHoldsContract");
  private final RandomDocuments documents = new RandomDocuments(random);
  private final Map<Target, Stored> expected = new HashMap<>();
  private final List<Placing> asked = new ArrayList<>();

  @Test
  void eachComesOutAsTheRulesSay() {
    limited(LIMIT);
    HoldRules rules = new HoldRules(store().home(), store().accounts().collection(), LIMIT);
    open("A", 40, 100);
    open("B", 5, 20);
    expected.put(new Target.OfAccount(accountId("A")), read("A"));
    expected.put(new Target.OfAccount(accountId("B")), read("B"));
    for (int at = 0; at < 2; at++) {
      host(order(at), fields("m", 3, "n", 50));
      expected.put(
          new Target.OfDocument(order(at)), Document.of(order(at), fields("m", 3, "n", 50)));
    }
    for (int call = 0; call < CALLS; call++) {
      switch (random.nextInt(6)) {
        case 0, 1, 2 -> place(rules);
        case 3, 4 -> end(rules, ending());
        default -> ofAHold(rules);
      }
    }
    assertThat(asked).isNotEmpty();
  }

  private void place(HoldRules rules) {
    Placing placing = placing();
    asked.add(placing);
    Target target = rules.stored(placing.claim().target());
    Either<Answer, Stored> after = rules.place(Optional.ofNullable(expected.get(target)), placing);
    assertThat(place(placing))
        .as("%s", placing)
        .isEqualTo(after.fold(answer -> answer, stored -> Answer.held(holdOf(placing))));
    after.forEach(stored -> expected.put(target, stored));
    isAsExpected(target);
  }

  private Placing placing() {
    String record = pick(RECORDS);
    long at = 1L + random.nextInt(3);
    return switch (random.nextInt(5)) {
      case 0, 1 -> money(record, at, pick(ACCOUNTS), range(record));
      case 2 -> field(record, at, anOrder(), random.nextInt(5) == 0 ? "m" : "n", range(record));
      case 3 -> on(record, at, documents.operation(aCheckable()), Range.whole(20, 0));
      default -> on(record, at, documents.operation(anOrder()), Range.whole(0, 20));
    };
  }

  /** An addition is a range. */
  private static Placing on(String record, long at, DocumentOperation operation, Range range) {
    return operation.mode() == HoldMode.ESCROW
        ? field(record, at, operation.document(), "n", range)
        : on(record, at, operation);
  }

  private DocumentRef anOrder() {
    return order(random.nextInt(3));
  }

  private DocumentRef aCheckable() {
    return random.nextBoolean() ? ofAccount(pick(ACCOUNTS)) : anOrder();
  }

  private Range range(String record) {
    boolean isOfMany = record.equals(BATCH) || record.equals("batch:2");
    long debit = random.nextInt(30);
    return isOfMany
        ? new Range(
            debit,
            random.nextInt(30),
            (random.nextInt(3) == 0 ? Optional.of((long) random.nextInt(60)) : Optional.empty()),
            (random.nextInt(4) == 0 ? Optional.of((long) random.nextInt(90)) : Optional.empty()))
        : random.nextBoolean() ? Range.whole(debit, 0) : Range.whole(0, debit);
  }

  private Ending ending() {
    Placing of =
        asked.isEmpty()
            ? placing()
            : pick(asked.subList(Math.max(0, asked.size() - 6), asked.size()));
    Optional<Hold> there =
        holds(of).stream()
            .filter(hold -> hold.record().equals(of.record()))
            .filter(of.claim()::admits)
            .findFirst();
    Placing at = at(random.nextInt(4) == 0 ? 1 : there.orElse(holdOf(of)).epoch().value(), of);
    Range range = there.map(Hold::range).orElse(Range.NONE);
    long net = range.credit() - random.nextInt(Math.toIntExact(1 + range.debit() + range.credit()));
    return switch (random.nextInt(4)) {
      case 0 -> release(of);
      case 1 -> withdraw(at);
      default ->
          Ending.settle(
              of.record(),
              of.claim(),
              at.epoch(),
              isRange(of) ? net : 0,
              there.filter(known -> random.nextBoolean()));
    };
  }

  private static boolean isRange(Placing of) {
    return of.claim().ofRange().isPresent();
  }

  private List<Hold> holds(Placing of) {
    return Optional.ofNullable(expected.get(of.claim().target()))
        .map(Stored::holds)
        .orElse(List.of());
  }

  private void end(HoldRules rules, Ending ending) {
    Target target = rules.stored(ending.target());
    Optional<Optional<Stored>> after = rules.end(Optional.ofNullable(expected.get(target)), ending);
    assertThat(end(ending))
        .as("%s", ending)
        .isEqualTo(after.isPresent() ? MatchOutcome.MATCHED : MatchOutcome.NOT_MATCHED);
    after.ifPresent(
        stored -> {
          expected.remove(target);
          stored.ifPresent(there -> expected.put(target, there));
        });
    isAsExpected(target);
  }

  /** Stamps one that is there, or withdraws it as it was seen. */
  private void ofAHold(HoldRules rules) {
    List<Stored> held =
        expected.values().stream().filter(stored -> !stored.holds().isEmpty()).toList();
    if (held.isEmpty()) {
      return;
    }
    Stored there = pick(held);
    Target target = there.target();
    Hold hold = pick(there.holds());
    if (random.nextInt(4) == 0) {
      end(rules, Ending.of(target, hold));
      return;
    }
    Stamping stamping = new Stamping(target, hold, epoch(1 + random.nextInt(5)));
    Optional<Stored> after = rules.stamp(Optional.of(there), stamping);
    assertThat(only(store().holds().stamp(List.of(stamping))))
        .as("%s", stamping)
        .isEqualTo(after.isPresent() ? MatchOutcome.MATCHED : MatchOutcome.NOT_MATCHED);
    after.ifPresent(stored -> expected.put(target, stored));
    isAsExpected(target);
  }

  private void isAsExpected(Target target) {
    assertThat(stored(target).map(RandomHoldsContract::inOrder))
        .isEqualTo(Optional.ofNullable(expected.get(target)).map(RandomHoldsContract::inOrder));
  }

  private static Stored inOrder(Stored stored) {
    return stored.fold((Account account) -> account, HoldCases::inOrder);
  }

  private <T> T pick(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }
}

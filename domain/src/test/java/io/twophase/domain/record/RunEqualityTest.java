package io.twophase.domain.record;

import static io.twophase.domain.testing.Fixtures.USD;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.batch.AccountAnswer;
import io.twophase.domain.batch.Batch;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Range;
import io.twophase.domain.hold.Target;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.testing.Answers;
import io.twophase.domain.testing.Seed;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.vavr.collection.LinkedHashMap;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * Plain transfers are claimed, decided and settled as the batches before this package did, for as
 * long as both are there: on random batches, {@code -Dtwophase.runs=N} of them.
 */
class RunEqualityTest {

  private static final int RUNS = Integer.getInteger("twophase.runs", 100_000);

  private final List<AccountId> accounts =
      List.of("A", "B", "C", "D").stream().map(AccountId::new).toList();

  /** A random batch, what was seen of it, and what its accounts answer. */
  private final class Drawn {
    private final Random random;
    private final boolean inOrder;
    private final long unit;
    private final List<TransactionId> order = new ArrayList<>();
    private final Map<TransactionId, NewTransaction> bodies = new HashMap<>();
    private final Set<TransactionId> named = new HashSet<>();
    private final Set<TransactionId> excluded = new HashSet<>();
    private final Map<AccountId, long[]> bounds = new HashMap<>();
    private final Map<AccountId, AccountAnswer> answers = new HashMap<>();
    private final Batch batch;
    private final Batch.Seen seen;
    private final List<io.twophase.domain.batch.Member> part;

    private Drawn(Random random) {
      this.random = random;
      this.inOrder = random.nextBoolean();
      this.unit = random.nextInt(4) == 0 ? Long.MAX_VALUE / 7 : 1;
      for (int at = random.nextInt(8); at >= 0; at--) {
        drawMember(transactionId("m" + at));
      }
      accounts.forEach(account -> bounds.put(account, new long[] {bound(), bound()}));
      Map<TransactionId, io.twophase.domain.batch.Member> known = new HashMap<>();
      bodies.forEach((id, body) -> known.put(id, io.twophase.domain.batch.record.Members.of(body)));
      batch = new Batch(order, known, inOrder);
      seen = new Batch.Seen(named, excluded);
      part = batch.part(seen);
      for (AccountId account : Batch.accounts(part)) {
        drawAnswer(account);
      }
    }

    private long bound() {
      return random.nextInt(7) * unit + random.nextInt(3);
    }

    private void drawMember(TransactionId id) {
      int from = random.nextInt(accounts.size());
      int to = (from + 1 + random.nextInt(accounts.size() - 1)) % accounts.size();
      long amount = (1 + random.nextInt(5)) * unit + random.nextInt(2);
      order.add(id);
      bodies.put(
          id,
          Answers.accepted(
              NewTransaction.transfer(id, accounts.get(from), accounts.get(to), cents(amount))));
      if (random.nextInt(9) > 0) {
        named.add(id);
      }
      if (random.nextInt(9) == 0) {
        excluded.add(id);
      }
    }

    private void drawAnswer(AccountId account) {
      switch (random.nextInt(12)) {
        case 0 -> answers.put(account, new AccountAnswer.Busy());
        case 1 ->
            answers.put(account, new AccountAnswer.Refused(new HoldRefusal.NoSuchAccount(account)));
        case 2 -> answers.remove(account);
        case 3 -> answers.put(account, new AccountAnswer.Held(anyRange()));
        default -> answers.put(account, new AccountAnswer.Held(within(account)));
      }
    }

    /** A range such as an earlier owner may have placed for other members. */
    private io.twophase.domain.range.Range anyRange() {
      return new io.twophase.domain.range.Range(
          bound(),
          bound(),
          Option.when(random.nextBoolean(), this::bound),
          Option.when(random.nextBoolean(), this::bound));
    }

    private io.twophase.domain.range.Range within(AccountId account) {
      long[] there = bounds.get(account);
      return Batch.within(account, part, there[0], there[1]);
    }

    private Verdict old() {
      io.twophase.domain.batch.Verdict verdict =
          io.twophase.domain.batch.Run.of(batch, seen, answers, () -> USD);
      return new Verdict(
          LinkedHashMap.ofAll(verdict.refused().toJavaMap()).mapValues(CancelReason.Refused::new),
          verdict.left(),
          verdict.unseen(),
          LinkedHashMap.empty());
    }

    private Map<TransactionId, Member> members() {
      Map<TransactionId, Member> members = new HashMap<>();
      named.forEach(id -> members.put(id, Member.of(bodies.get(id))));
      return members;
    }

    private Verdict now(UnaryOperator<Range> planted) {
      Map<Target, Either<CancelReason, Range>> told = new HashMap<>();
      answers.forEach(
          (account, answer) ->
              answer.fold(
                  held ->
                      told.put(
                          new Target.OfAccount(account),
                          Either.right(planted.apply(range(held.range())))),
                  never ->
                      told.put(
                          new Target.OfAccount(account),
                          Either.left(new CancelReason.Refused(never.reason()))),
                  busy -> null));
      return Run.of(order, members(), excluded, inOrder, told);
    }

    private Claims claims() {
      return Claims.of(
          order.stream()
              .filter(id -> named.contains(id) && !excluded.contains(id))
              .map(id -> Member.of(bodies.get(id)))
              .toList(),
          true);
    }

    @Override
    public String toString() {
      return order.stream().map(id -> id + ": " + bodies.get(id).operations()).toList()
          + (inOrder ? ", in order, named " : ", named ")
          + named
          + ", excluded "
          + excluded
          + ", answers "
          + answers;
    }
  }

  private static Range range(io.twophase.domain.range.Range range) {
    return new Range(range.debit(), range.credit(), range.had(), range.could());
  }

  private Option<Drawn> firstDifference(int runs, UnaryOperator<Range> planted) {
    Random random = Seed.random("RunEqualityTest");
    for (int run = 0; run < runs; run++) {
      Drawn drawn = new Drawn(random);
      if (!drawn.old().equals(drawn.now(planted))) {
        return Option.some(drawn);
      }
    }
    return Option.none();
  }

  @Test
  void verdictsAreEqual() {
    assertThat(firstDifference(RUNS, range -> range)).isEmpty();
  }

  @Test
  void aFaultIsFound() {
    assertThat(firstDifference(RUNS, range -> Range.whole(range.debit(), range.credit())))
        .as("who forgets what there was")
        .isNotEmpty();
    assertThat(
            firstDifference(
                RUNS,
                range ->
                    new Range(
                        Math.max(0, range.debit() - 1),
                        range.credit(),
                        range.had(),
                        range.could())))
        .as("one unit less is held")
        .isNotEmpty();
  }

  @Test
  void claimsAndSettlesAreEqual() {
    Random random = Seed.random("RunEqualityTest");
    for (int run = 0; run < RUNS / 4; run++) {
      Drawn drawn = new Drawn(random);
      Claims claims = drawn.claims();
      List<io.twophase.domain.batch.Member> part = drawn.part;
      Map<AccountId, Range> asked = new HashMap<>();
      claims
          .all()
          .forEach(
              claim ->
                  asked.put(
                      ((Target.OfAccount) claim.target()).id(), ((Claim.OfRange) claim).range()));
      assertThat(asked.keySet()).isEqualTo(Batch.accounts(part));
      for (AccountId account : asked.keySet()) {
        io.twophase.domain.range.Range sums = Batch.sums(account, part);
        long[] there = drawn.bounds.get(account);
        Range within = claims.within(new Target.OfAccount(account), there[0], there[1]).range();
        boolean isEqual =
            asked.get(account).equals(Range.whole(sums.debit(), sums.credit()))
                && asked.get(account).isBeyondInt64() == sums.isReduced()
                && within.equals(range(drawn.within(account)));
        assertThat(isEqual).as("%s and %s of %s in %s", asked, within, account, drawn).isTrue();
      }
      assertSettled(drawn);
    }
  }

  private static void assertSettled(Drawn drawn) {
    io.twophase.domain.batch.Verdict old =
        io.twophase.domain.batch.Run.of(drawn.batch, drawn.seen, drawn.answers, () -> USD);
    List<io.twophase.domain.batch.Member> applied =
        drawn.batch.applied(drawn.excluded, old).stream()
            .filter(member -> drawn.named.contains(member.id()))
            .toList();
    Map<Target, Long> nets =
        Claims.nets(
            applied.stream().map(member -> drawn.members().get(member.id())).toList(),
            drawn.now(range -> range));
    for (AccountId account : Batch.accounts(applied)) {
      assertThat(nets.get(new Target.OfAccount(account))).isEqualTo(Batch.net(account, applied));
    }
    assertThat(nets).hasSize(Batch.accounts(applied).size());
  }
}

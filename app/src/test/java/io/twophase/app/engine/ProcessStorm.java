package io.twophase.app.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.app.recovery.Recovered;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.Hosts;
import io.twophase.app.testing.LostMembers;
import io.twophase.domain.AccountId;
import io.twophase.domain.Owner.Token;
import io.twophase.domain.TransactionId;
import io.twophase.domain.machine.Result;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.IdSource;
import io.twophase.ports.Store;
import io.twophase.test.fault.Interceptor;
import io.twophase.test.fault.ProcessDied;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Transactions of all kinds over a network that loses, delays and cuts off, by processes that may
 * die at any message, beside others that recover, ask and cancel. The last process recovers what is
 * left, and asks for the same again: what was answered stays so, each transaction happens once or
 * never, in file order as one by one, and the books are exact. Each storm is repeatable by its
 * seed.
 *
 * @param planted what every process reaches in place of the store
 */
record ProcessStorm(UnaryOperator<Store> planted) {

  private static final int MOST_PASSES = 50;

  /** Ids and tokens by number: the same in every run. */
  private static final class CountedIds implements IdSource {
    private long last;

    @Override
    public TransactionId nextTransactionId() {
      return new TransactionId("id-" + ++last);
    }

    @Override
    public Token nextToken() {
      return new Token("token-" + ++last);
    }
  }

  /** One storm: the store, what is asked, and what was answered so far. */
  private final class Run {
    private final Random random;
    private final boolean inOrder;
    private final RecordWorld world = RecordWorld.inMemory();
    private final CountedIds ids = new CountedIds();
    private final List<StormProcess> processes = new ArrayList<>();
    private final Map<NewTransaction, Boolean> answered = new HashMap<>();
    private final List<NewTransaction> rows;

    /** They ask for something else under ids of the rows. */
    private final List<NewTransaction> others;

    private final RecordWorld oneByOne = RecordWorld.inMemory();
    private final Map<AccountId, BigInteger> before;
    private boolean isCalm;

    Run(Random random, boolean inOrder) {
      this.random = random;
      this.inOrder = inOrder;
      this.rows = RandomRows.sameRandomRows(random, world, oneByOne);
      this.others = inOrder ? List.of() : RandomRows.rows(random);
      this.before = Hosts.balances(world.store);
    }

    private StormProcess process() {
      StormProcess process = new StormProcess(planted.apply(losing()), ids, random);
      processes.add(process);
      return process;
    }

    /** The store, to which some of the documents of members do not come. */
    private Store losing() {
      return Interceptor.before(
          Store.class,
          world.store,
          (method, asked, call) ->
              isCalm || !method.equals("insert")
                  ? call.make()
                  : LostMembers.of(
                      random,
                      world.records,
                      (List<?>) asked.get(0),
                      (List<?>) call.make(),
                      record -> {}));
    }

    private void deliverSome() {
      processes.get(random.nextInt(processes.size())).deliverLate();
    }

    void run() {
      // one in eight is calm: nobody has asked for anything before the last process
      int turns = random.nextInt(8) == 0 ? 0 : 3;
      for (int turn = 0; turn < turns; turn++) {
        int lastMessage = random.nextInt(3) == 0 ? -1 : random.nextInt(30);
        StormProcess process =
            process().intruded(this::intrude).beset(random.nextInt(50), lastMessage);
        try {
          if (random.nextBoolean()) {
            process.recover();
          }
          ask(process);
        } catch (ProcessDied dead) {
          // another goes on
        }
        if (random.nextBoolean()) {
          deliverSome();
        }
      }
      processes.forEach(StormProcess::deliverLate);
      isCalm = true;
      StormProcess last = process();
      recoverAll(last);

      List<StormProcess.Answer> answers = ask(last);

      last.run(others, false).forEach(this::note);
      assertThat(answers).noneMatch(answer -> answer.result().isOpenEnded());
      answered.forEach(this::isAsRecorded);
      assertThat(last.scrubAndAudit()).isEmpty();
      if (inOrder) {
        answers.forEach(this::isAsOneByOne);
        assertSame(world, oneByOne);
      }
      assertBooks(world, before, Stream.of(rows, others).flatMap(List::stream));
    }

    /** An answer is true of the transaction that was asked for, and not of another. */
    private void isAsRecorded(NewTransaction asked, boolean isApplied) {
      assertThat(
              Books.find(world.store, asked.id().value())
                  .transaction()
                  .filter(there -> there.body().equals(asked) && there.state() == State.DONE)
                  .isPresent())
          .as(asked.toString())
          .isEqualTo(isApplied);
    }

    private void isAsOneByOne(StormProcess.Answer answer) {
      Result expected = oneByOne.run(answer.body());
      assertThat(answer.result().kind()).as(answer.toString()).isEqualTo(expected.kind());
      assertThat(answer.result().moved()).as(answer.toString()).isEqualTo(expected.moved());
    }

    /** In file order it is asked in parts of any size, as imports of other batch sizes ask. */
    private List<StormProcess.Answer> ask(StormProcess process) {
      List<StormProcess.Answer> all = new ArrayList<>();
      int size = inOrder && random.nextBoolean() ? 1 + random.nextInt(rows.size()) : rows.size();
      for (int from = 0; from < rows.size(); from += size) {
        List<StormProcess.Answer> answers =
            process.run(rows.subList(from, Math.min(rows.size(), from + size)), inOrder);
        answers.forEach(this::note);
        all.addAll(answers);
        if (inOrder && answers.stream().anyMatch(answer -> answer.result().isOpenEnded())) {
          break;
        }
      }
      return all;
    }

    /** What was certain once stays so. */
    private void note(StormProcess.Answer answer) {
      Result.Kind kind = answer.result().kind();
      if (kind == Result.Kind.APPLIED || kind == Result.Kind.CANCELED) {
        note(answer.body(), kind == Result.Kind.APPLIED);
      }
    }

    private void note(NewTransaction asked, boolean isApplied) {
      Boolean earlier = answered.put(asked, isApplied);
      assertThat(earlier == null || earlier == isApplied)
          .as(asked + " was answered otherwise than " + isApplied)
          .isTrue();
    }

    /** Others recover meanwhile, ask for the same, or cancel. */
    private void intrude() {
      deliverSome();
      StormProcess other = process();
      try {
        intrude(random.nextBoolean() ? other : other.beset(random.nextInt(50), random.nextInt(10)));
      } catch (ProcessDied dead) {
        // others go on
      }
      deliverSome();
    }

    private void intrude(StormProcess other) {
      switch (random.nextInt(inOrder ? 2 : 5)) {
        case 0 -> other.recover();
        case 1 -> ask(other);
        case 2 -> {
          TransactionId id = rows.get(random.nextInt(rows.size())).id();
          other
              .cancel(id)
              .<Runnable>fold(
                  canceled -> () -> note(world.recorded(id).body(), false),
                  decided -> () -> note(world.recorded(id).body(), true),
                  notFound -> () -> {},
                  unknown -> () -> {})
              .run();
        }
        default -> {
          List<NewTransaction> some = new ArrayList<>(random.nextInt(3) == 0 ? others : rows);
          Collections.shuffle(some, random);
          other.run(some.subList(0, 1 + random.nextInt(some.size())), false).forEach(this::note);
        }
      }
    }

    /**
     * Recovers until nothing is left to recover. Then no transaction is left out that nobody goes
     * on with, but for members of a buried record, which are taken up when they are asked for; and
     * in order, those behind one that was never begun.
     */
    private void recoverAll(StormProcess last) {
      int passes = 0;
      while (last.recover().stream().anyMatch(Recovered::isFinished)) {
        passes++;
        assertThat(passes).isLessThan(MOST_PASSES);
      }
      boolean lacksOne = false;
      for (NewTransaction row : rows) {
        Lookup lookup = world.records.findMembers(List.of(row.id())).get(0);
        boolean isBuried = lookup.record().filter(TransactionRecord::isTombstone).isPresent();
        lacksOne |= inOrder && (lookup.kind() == Lookup.Kind.ABSENT || isBuried);
        if (!lacksOne) {
          assertThat(
                  isBuried || lookup.transaction().map(one -> one.state().isFinal()).orElse(true))
              .as(lookup.toString())
              .isTrue();
        }
      }
    }
  }

  private static void assertSame(RecordWorld one, RecordWorld other) {
    assertThat(one.isAtRest()).isTrue();
    for (int number = 0; number < RecordWorld.ACCOUNTS; number++) {
      assertThat(one.balance(number)).isEqualTo(other.balance(number));
    }
    for (int number = 0; number < RecordWorld.DOCUMENTS; number++) {
      assertThat(one.document(number).map(there -> there.fields()))
          .isEqualTo(other.document(number).map(there -> there.fields()));
    }
  }

  private static void assertBooks(
      RecordWorld world, Map<AccountId, BigInteger> before, Stream<NewTransaction> asked) {
    assertThat(world.isAtRest()).isTrue();
    List<Transaction> recorded =
        asked
            .map(NewTransaction::id)
            .distinct()
            .flatMap(id -> Books.find(world.store, id.value()).transaction().stream())
            .toList();
    assertThat(recorded).allMatch(one -> one.state().isFinal());
    assertThat(Hosts.balances(world.store)).isEqualTo(Books.replayed(before, recorded));
  }

  void of(long seed, boolean inOrder) {
    try {
      new Run(new Random(seed), inOrder).run();
    } catch (RuntimeException | AssertionError fault) {
      throw new AssertionError(
          "seed %d%s: %s".formatted(seed, inOrder ? " in order" : "", fault.getMessage()), fault);
    }
  }
}

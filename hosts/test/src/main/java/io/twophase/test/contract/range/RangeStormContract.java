package io.twophase.test.contract.range;

import static io.twophase.domain.testing.Fixtures.epoch;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.account.Account;
import io.twophase.domain.account.RangeChange;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.range.Range;
import io.twophase.domain.range.RangeHold;
import io.twophase.domain.range.RangeRequest;
import io.twophase.domain.testing.Seed;
import io.twophase.test.contract.Race;
import io.vavr.control.Option;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Ranges of many batches at once, and at random. */
public abstract class RangeStormContract extends RangeContract {

  private static final int THREADS = 8;
  private static final int CHANGES = 500;

  /**
   * @param fresh gives an empty store; asked once before each test
   */
  protected RangeStormContract(Supplier<RangeStore> fresh) {
    super(fresh);
  }

  @RepeatedTest(5)
  void ofManyWhoHoldForOneBatchOneDoes() {
    open("A", 100, 200);
    List<Boolean> held =
        Race.of(THREADS, runner -> isMatched(BATCH, hold("A", 1, Range.whole(1, 1))));
    assertThat(Collections.frequency(held, true)).isEqualTo(1);
    hasFigures("A", 100, 99, 99);
  }

  @RepeatedTest(5)
  void ofManyWhoEndARangeOneDoes() {
    open("A", 100, 200);
    matches(hold("A", 1, Range.whole(30, 0)));
    List<Boolean> ended =
        Race.of(
            THREADS,
            runner ->
                isMatched(
                    BATCH,
                    switch (runner % 3) {
                      case 0 -> settle("A", 1, -30);
                      case 1 -> release("A");
                      default -> withdraw("A", 1);
                    }));
    assertThat(Collections.frequency(ended, true)).isEqualTo(1);
    long balance = ended.indexOf(true) % 3 == 0 ? 70 : 100;
    hasFigures("A", balance, balance, 200 - balance);
  }

  @Test
  void ofManyBatchesSoManyHoldAsThereIsRoomFor() {
    open("A", 10, 200);
    List<Boolean> held =
        Race.of(
            THREADS * 2,
            runner -> isMatched(new BatchId("batch:" + runner), hold("A", 1, Range.whole(1, 0))));
    assertThat(Collections.frequency(held, true)).isEqualTo(10);
    hasFigures("A", 10, 0, 190);
  }

  @Test
  void randomChangesComeOutAsTheDomainSays() {
    Random random = Seed.random("RangeStormContract");
    open("A", 40, 100);
    Account expected = read("A");
    for (int step = 0; step < CHANGES; step++) {
      BatchId batch = new BatchId("batch:" + random.nextInt(3));
      RangeRequest request = request(random, expected, batch);
      Option<Account> changed = request.fold(new RangeChange(batch, expected, HoldLimit.DEFAULT));
      assertThat(isMatched(batch, request))
          .as("%s of %s", request, batch)
          .isEqualTo(changed.isDefined());
      expected = changed.getOrElse(expected);
      assertThat(read("A")).isEqualTo(expected);
    }
  }

  private static RangeRequest request(Random random, Account account, BatchId batch) {
    Option<RangeHold> there = account.ranges().get(batch);
    RangeHold held = there.getOrElse(() -> new RangeHold(batch, epoch(1), Range.whole(0, 0)));
    long at = random.nextInt(4) == 0 ? 1 + random.nextInt(3) : held.epoch().value();
    return switch (random.nextInt(6)) {
      case 0, 1 -> hold("A", 1 + random.nextInt(3), range(random));
      case 2 -> stamp("A", held, 1 + random.nextInt(4));
      case 3 -> settle("A", at, net(random, held.range()));
      case 4 -> withdraw("A", at);
      default -> release("A");
    };
  }

  private static Range range(Random random) {
    boolean isReduced = random.nextInt(3) == 0;
    return new Range(
        random.nextInt(20),
        random.nextInt(20),
        Option.when(isReduced, () -> (long) random.nextInt(60)),
        Option.when(isReduced && random.nextBoolean(), () -> (long) random.nextInt(80)));
  }

  private static long net(Random random, Range range) {
    return range.credit() - random.nextInt((int) (1 + range.debit() + range.credit()));
  }
}

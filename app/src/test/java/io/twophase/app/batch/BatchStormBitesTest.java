package io.twophase.app.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.batch.record.BatchLookup;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.BatchTransition;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.RangeReply;
import io.twophase.domain.range.RangeCall;
import io.twophase.domain.range.RangeRequest;
import io.twophase.ports.BatchRepository;
import io.twophase.ports.Batches;
import io.twophase.ports.RangeRepository;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A store that breaks one promise does not come through the {@link Storm}. What few storms would
 * meet, as a take that matches what it should not and a tombstone that is not stored, the contract
 * of the port finds, and the explorer.
 */
class BatchStormBitesTest {

  /** Far more than it takes to meet each; the first that is met ends it. */
  private static final int WORLDS = 4_000;

  private static final Map<String, UnaryOperator<Batches>> PLANTED =
      Map.of(
          "a decision forgets the exclusions",
              records("advance", BatchStormBitesTest::decideAnyway),
          "a decision is of any epoch", records("advance", BatchStormBitesTest::decideAtAnyEpoch),
          "a settle is of any epoch", ranges(BatchStormBitesTest::settleAnyway),
          "a withdrawal is of any epoch", ranges(BatchStormBitesTest::withdrawAnyway));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a decision forgets the exclusions",
        "a decision is of any epoch",
        "a settle is of any epoch",
        "a withdrawal is of any epoch"
      })
  void itIsFound(String fault) {
    Storm storm = new Storm(PLANTED.get(fault));
    int found = 0;
    for (long seed = 1; seed <= WORLDS && found == 0; seed++) {
      for (boolean inOrder : new boolean[] {true, false}) {
        try {
          storm.of(seed, inOrder);
        } catch (AssertionError | RuntimeException red) {
          found++;
        }
      }
    }
    assertThat(found).as(fault).isPositive();
  }

  private static List<?> decideAnyway(BatchRepository sound, List<?> asked) {
    return sound.advance(
        asked.stream()
            .map(BatchTransition.class::cast)
            .map(
                transition ->
                    transition instanceof BatchTransition.Decide decide
                        ? new BatchTransition.Decide(
                            decide.batch(),
                            decide.epoch(),
                            record(sound, decide).excluded(),
                            decide.verdict())
                        : transition)
            .toList());
  }

  private static List<?> decideAtAnyEpoch(BatchRepository sound, List<?> asked) {
    return sound.advance(
        asked.stream()
            .map(BatchTransition.class::cast)
            .map(
                transition ->
                    transition instanceof BatchTransition.Decide decide
                        ? new BatchTransition.Decide(
                            decide.batch(),
                            record(sound, decide).epoch(),
                            decide.excluded(),
                            decide.verdict())
                        : transition)
            .toList());
  }

  private static BatchRecord record(BatchRepository sound, BatchTransition transition) {
    return ((BatchLookup.Found) sound.find(List.of(transition.batch())).get(0)).record();
  }

  private static RangeReply settleAnyway(RangeRepository sound, RangeCall call) {
    if (call.request() instanceof RangeRequest.Settle settle) {
      for (long epoch = 1; epoch < 10; epoch++) {
        RangeRequest other =
            new RangeRequest.Settle(settle.account(), new Epoch(epoch), settle.net());
        RangeReply reply = sound.ask(List.of(new RangeCall(call.batch(), other))).get(0);
        if (reply.equals(new RangeReply.Counted(MatchOutcome.MATCHED))) {
          return reply;
        }
      }
    }
    return sound.ask(List.of(call)).get(0);
  }

  private static RangeReply withdrawAnyway(RangeRepository sound, RangeCall call) {
    return sound
        .ask(
            List.of(
                call.request() instanceof RangeRequest.Withdraw
                    ? new RangeCall(
                        call.batch(), new RangeRequest.Release(call.request().account()))
                    : call))
        .get(0);
  }

  private static UnaryOperator<Batches> ranges(
      BiFunction<RangeRepository, RangeCall, RangeReply> fault) {
    return sound ->
        new Batches(
            calls -> calls.stream().map(call -> fault.apply(sound.ranges(), call)).toList(),
            sound.records());
  }

  /** A repository of which one method is replaced. */
  static UnaryOperator<Batches> records(
      String method, BiFunction<BatchRepository, List<?>, List<?>> fault) {
    return sound ->
        new Batches(
            sound.ranges(),
            (BatchRepository)
                Proxy.newProxyInstance(
                    BatchStormBitesTest.class.getClassLoader(),
                    new Class<?>[] {BatchRepository.class},
                    (proxy, called, arguments) -> {
                      if (called.getName().equals(method)) {
                        return fault.apply(sound.records(), (List<?>) arguments[0]);
                      }
                      try {
                        return called.invoke(sound.records(), arguments);
                      } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                      }
                    }));
  }
}

package io.twophase.app.engine;

import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.app.testing.Books;
import io.twophase.domain.machine.Result;
import io.twophase.ports.Pause;
import io.twophase.test.fault.Fault;
import io.twophase.test.fault.FaultyStore;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;

/** A store that answers nothing certain for a while, and at once, as while its server restarts. */
class OutageTest {

  /** The writes of a transfer that come after its record is begun. */
  private static final int AFTER_BEGIN = 1;

  private final FaultyStore store = Books.faulty(100, 0);

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "DELIVER_LATE")
  void isOutlivedForAsLongAsThePatience(Fault fault) {
    assertThat(resultOf(fault, Duration.ofSeconds(9)))
        .matches(end -> end.kind() == Result.Kind.APPLIED && end.isFinished());
  }

  @ParameterizedTest
  @ValueSource(longs = {11, 60})
  void andNoLonger(long seconds) {
    assertThat(resultOf(Fault.LOSE_REQUEST, Duration.ofSeconds(seconds)))
        .matches(end -> end.kind() == Result.Kind.UNKNOWN);
  }

  /** Of a transfer after whose begin every write fails so, for so long. */
  private Result resultOf(Fault fault, Duration outage) {
    store.faults().after(AFTER_BEGIN).next(fault);
    Engine engine =
        Engines.over(
            store,
            new Pause() {
              private Duration waited = Duration.ZERO;

              @Override
              public void pause(Duration duration) {
                waited = waited.plus(duration);
                if (waited.compareTo(outage) < 0) {
                  store.faults().next(fault);
                }
              }
            },
            EngineSettings.of(application("test")));
    return Engines.run(engine, transfer("t", "A", "B", cents(30)));
  }

  @Test
  void attemptsThatTakeTheirWholeTimeLimitCountToo() {
    store.faults().after(AFTER_BEGIN).next(Fault.LOSE_REQUEST);
    Duration[] now = {Duration.ZERO};
    int[] pauses = {0};
    Engine engine =
        Engines.over(
            store,
            pause -> {
              // the attempt after each pause waits five seconds for a server that is gone
              now[0] = now[0].plusSeconds(5);
              pauses[0]++;
              store.faults().next(Fault.LOSE_REQUEST);
            },
            () -> now[0],
            EngineSettings.of(application("test")));
    Result result = Engines.run(engine, transfer("t", "A", "B", cents(30)));

    assertThat(result.kind()).isEqualTo(Result.Kind.UNKNOWN);
    assertThat(pauses[0]).isEqualTo(2);
  }
}

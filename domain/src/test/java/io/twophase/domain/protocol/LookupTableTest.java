package io.twophase.domain.protocol;

import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Once it has read the record, a worker")
class LookupTableTest {

  @ParameterizedTest(name = "sees {0}")
  @DisplayName("that owns nothing goes on as its goal and the record ask")
  @CsvSource(
      delimiter = '|',
      textBlock =
"""
# sees                | to submit        | to run           | to resume        | to abandon       | to cancel
absent                | submit           | begin            | stop: NotFound   | stop: NotFound   | stop: NotFound
unreadable            | stop: Unreadable | stop: Unreadable | stop: Unreadable | stop: Unreadable | stop: Unreadable
INITIAL nobody@0      | stop: Submitted  | claim            | claim            | claim            | cancel unclaimed
PENDING mine@1        | stop: Submitted  | hold@1 A B       | hold@1 A B       | hold@1 A B       | begin cancel@1
PENDING mine@2        | stop: Submitted  | stamp@2 A B      | stamp@2 A B      | stamp@2 A B      | begin cancel@2
PENDING other@1       | stop: Submitted  | await            | stop: busy@1     | stop: busy@1     | begin cancel@1
PENDING other@1 stuck | stop: Submitted  | take over@1      | take over@1      | begin cancel@1   | begin cancel@1
PENDING other@3 stuck | stop: Submitted  | take over@3      | take over@3      | begin cancel@3   | begin cancel@3
# an epoch below the first is still an epoch: the state says what to do
PENDING other@0 stuck | stop: Submitted  | take over@0      | take over@0      | begin cancel@0   | begin cancel@0
APPLIED other@2       | stop: Submitted  | settle@2 A B     | settle@2 A B     | settle@2 A B     | stop: already APPLIED
DONE other@2          | stop: Submitted  | stop: applied    | stop: applied    | stop: applied    | stop: already DONE
CANCELING other@2     | stop: Submitted  | release@2 A B    | release@2 A B    | release@2 A B    | release@2 A B
CANCELED other@2      | stop: Submitted  | stop: Canceled   | stop: Canceled   | stop: Canceled   | stop: Canceled
""")
  void owningNothing(
      String sees, String submit, String run, String resume, String abandon, String cancel) {
    assertThat(next(rereading(new Goal.Submit(EventFixture.BODY)), sees)).isEqualTo(submit);
    assertThat(next(rereading(new Goal.Run(EventFixture.BODY)), sees)).isEqualTo(run);
    assertThat(next(rereading(new Goal.Resume()), sees)).isEqualTo(resume);
    assertThat(next(rereading(new Goal.Abandon()), sees)).isEqualTo(abandon);
    assertThat(next(rereading(new Goal.Cancel(ON_REQUEST)), sees)).isEqualTo(cancel);
  }

  @ParameterizedTest(name = "sees {0}")
  @DisplayName("that owned epoch 1, and was left without an answer, goes on the same for any goal")
  @CsvSource(
      delimiter = '|',
      textBlock =
"""
# its own still: in doubt, it moves on to the next epoch
PENDING mine@1        | take over@1
PENDING mine@1 stuck  | take over@1
# its take-over had come through
PENDING mine@2        | stamp@2 A B
# another has overtaken it: what it held is dead
PENDING other@2       | withdraw@1 A B
PENDING other@2 stuck | withdraw@1 A B
# decided: at its own epoch or at another's
APPLIED mine@1        | settle@1 A B
APPLIED other@1       | settle@1 A B
APPLIED other@2       | settle@2 A B
DONE mine@1           | stop: applied
DONE other@2          | withdraw@1 A B
CANCELING mine@1      | release@1 A B
CANCELING other@2     | release@2 A B
# its holds may still be on their way
CANCELED mine@1       | withdraw@1 A B
CANCELED other@1      | withdraw@1 A B
CANCELED other@2      | withdraw@1 A B
# a record that it had stored is gone: nothing is certain
absent                | stop: unknown in RECORD_GONE@1
unreadable            | stop: Unreadable
""")
  void owningEpochOne(String sees, String next) {
    for (Goal goal :
        List.of(new Goal.Run(EventFixture.BODY), new Goal.Resume(), new Goal.Abandon())) {
      Worker owner =
          rereading(goal)
              .after(EventFixture.event("seen INITIAL nobody@0"))
              .after(EventFixture.event("moved MATCHED"))
              .after(EventFixture.event("holds held doubt"));
      assertThat(next(owner, sees)).as("%s", goal).isEqualTo(next);
    }
  }

  @ParameterizedTest(name = "sees {0}")
  @DisplayName(
      "that waits for another reads as one that waits for nobody, but finds no old decision")
  @CsvSource(
      delimiter = '|',
      textBlock =
"""
PENDING other@1       | await
PENDING other@2       | await
PENDING other@2 stuck | take over@2
APPLIED other@1       | settle@1 A B
DONE other@1          | stop: applied
CANCELED other@1      | stop: Canceled
""")
  void awaiting(String sees, String next) {
    Worker after = Situation.AWAIT.worker().after(EventFixture.event("seen " + sees));
    assertThat(Words.of(after.step())).isEqualTo(next);
    assertThat(after.foundDecided()).isFalse();
  }

  private static Worker rereading(Goal goal) {
    Worker first = EventFixture.worker(goal, HoldOrder.TOGETHER);
    return first.step() instanceof Step.Reread
        ? first
        : first.after(EventFixture.event("inserted ID_TAKEN"));
  }

  private static String next(Worker worker, String sees) {
    return Words.of(worker.after(EventFixture.event("seen " + sees)).step());
  }
}

package io.twophase.test.contract.record;

import static io.twophase.domain.record.MatchOutcome.MATCHED;
import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.record.NewRecord.MemberTake;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.ports.Records;
import io.twophase.test.contract.Race;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@link Records#take}. */
public abstract class TakingContract extends RecordContract {

  private static MemberTake alone(MemberDocument free) {
    return MemberTake.alone(free, OWNER);
  }

  @Test
  void ofManyWhoTakeAMemberOneDoes() {
    begin(four());

    List<MatchOutcome> outcomes =
        Race.of(
            8,
            runner ->
                records()
                    .take(
                        List.of(
                            runner % 2 == 0
                                ? MemberTake.into(
                                    new RecordId("batch:runner-" + runner), document(BATCH, "m1"))
                                : alone(document(BATCH, "m1"))))
                    .get(0));

    assertThat(outcomes).containsOnlyOnce(MATCHED);
  }

  @Test
  void theStampsOfACanceledMemberAreOfOneMoment() {
    begin(four());
    letTimePass();
    take(MemberTake.canceled(document(BATCH, "m1"), ON_REQUEST, RIVAL));

    TransactionRecord record = record(id("m1"));
    assertThat(record.endedAt()).contains(record.lastModified());
  }
}

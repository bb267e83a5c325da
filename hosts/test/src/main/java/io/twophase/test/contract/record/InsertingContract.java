package io.twophase.test.contract.record;

import static io.twophase.domain.testing.Fixtures.token;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.Owner;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.ports.Records;
import io.twophase.test.contract.Race;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** {@link Records#insert}. */
public abstract class InsertingContract extends RecordContract {

  @Test
  void membersAreReadBackWithTheirRecord() {
    NewRecord begun = four();
    begin(begun);

    List<Lookup> read = records().findMembers(begun.memberIds());

    assertThat(read).allMatch(lookup -> lookup.kind() == Lookup.Kind.FOUND);
    assertThat(read.stream().map(lookup -> withoutTime(lookup.member().orElseThrow())))
        .isEqualTo(begun.documents(Instant.EPOCH));
    assertThat(read).allMatch(lookup -> lookup.record().equals(Optional.of(record(BATCH))));
    assertThat(read.get(0).member().orElseThrow().createdAt()).isEqualTo(record(BATCH).createdAt());
  }

  @Test
  void nothingAskedIsNothingAnswered() {
    assertThat(records().insert(List.of())).isEmpty();
    assertThat(records().find(List.of())).isEmpty();
    assertThat(records().findMembers(List.of())).isEmpty();
  }

  @Test
  void aThousandMembersAndAThousandRecordsAreBegunInOneCallEach() {
    List<NewTransaction> members = IntStream.range(0, 1_000).mapToObj(n -> body("m" + n)).toList();
    begin(NewRecord.several(BATCH, members, false, OWNER));

    assertThat(record(BATCH).members()).hasSize(1_000);
    begin(IntStream.range(0, 1_000).mapToObj(n -> alone("t" + n)).toArray(NewRecord[]::new));
    assertThat(records().findMembers(ids("t0", "t999", "m999")))
        .allMatch(lookup -> lookup.kind() == Lookup.Kind.FOUND);
  }

  @Test
  void ofManyWhoBeginOneIdOneDoesAndTheRecordIsIts() {
    List<BeginOutcome> outcomes =
        Race.of(
            8,
            runner -> {
              Owner owner = new Owner(RIVAL.application(), token("runner " + runner));
              return runner % 2 == 0
                  ? records().insert(List.of(NewRecord.alone(body("t1"), owner))).get(0).get(0)
                  : records()
                      .insert(
                          List.of(
                              NewRecord.several(
                                  new RecordId("batch:" + runner),
                                  List.of(body("t1")),
                                  false,
                                  owner)))
                      .get(0)
                      .get(1);
            });

    assertThat(outcomes).containsOnlyOnce(BeginOutcome.BEGUN);
    int winner = outcomes.indexOf(BeginOutcome.BEGUN);
    Lookup lookup = member("t1");
    assertThat(lookup.record().orElseThrow().isOwnedBy(token("runner " + winner))).isTrue();
    assertThat(lookup.member().map(MemberDocument::record).isPresent()).isEqualTo(winner % 2 == 1);
  }
}

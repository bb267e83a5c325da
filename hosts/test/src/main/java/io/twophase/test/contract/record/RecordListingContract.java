package io.twophase.test.contract.record;

import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.twophase.domain.Epoch;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.NewRecord.MemberTake;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.TransactionRecord.Owner;
import io.twophase.domain.record.Transition;
import io.twophase.domain.testing.StoredRecords;
import io.twophase.domain.transaction.State;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Records;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** {@link Records#list}, of records: what recovery and retention look for. */
public abstract class RecordListingContract extends RecordContract {

  private static final Duration HOUR = Duration.ofHours(1);
  private static final RecordQuery UNFINISHED = RecordQuery.unfinished(Duration.ZERO, 10);
  private static final RecordQuery ENDED = RecordQuery.ended(Duration.ZERO, 10);
  private static final RecordQuery LEAVING_OUT = RecordQuery.leavingOut(Duration.ZERO, 10);

  /** Records of both shapes in every state that they may have, and a tombstone of each. */
  private void storeAll() {
    for (State state : State.values()) {
      store(state.name(), state);
    }
    begin(several(new RecordId("batch:pending"), "m1"));
    begin(several(new RecordId("batch:applied"), "m2"));
    move(decideAll(new RecordId("batch:applied"), "m2"));
    begin(several(new RecordId("batch:done"), "m3"));
    move(decideAll(new RecordId("batch:done"), "m3"), finish(new RecordId("batch:done")));
    NewRecord canceled = several(new RecordId("batch:canceled"), "m4");
    begin(canceled, several(new RecordId("batch:canceling"), "m5"));
    move(cancel(canceled, ON_REQUEST), finishCancel(canceled.id()));
    move(cancel(several(new RecordId("batch:canceling"), "m5"), ON_REQUEST));
    begin(NewRecord.tombstone(id("buried")), NewRecord.tombstone(new RecordId("batch:buried")));
  }

  @Test
  void allThatIsNeitherEndedNorAuthorizedIsUnfinishedAndTheRestHasEnded() {
    storeAll();

    assertThat(list(UNFINISHED.withLimit(99)))
        .containsExactlyInAnyOrder(
            "INITIAL",
            "PENDING",
            "APPLIED",
            "CANCELING",
            "batch:pending",
            "batch:applied",
            "batch:canceling");
    assertThat(list(ENDED.withLimit(99)))
        .containsExactlyInAnyOrder(
            "DONE", "CANCELED", "batch:done", "batch:canceled", "buried", "batch:buried");
    assertThat(list(LEAVING_OUT)).containsExactly("batch:buried");
  }

  @Test
  void whatHasChangedLatelyIsNotShown() {
    storeAll();

    assertThat(list(RecordQuery.unfinished(HOUR, 99))).isEmpty();
    assertThat(list(RecordQuery.ended(HOUR, 99))).isEmpty();
    assertThat(list(RecordQuery.leavingOut(HOUR, 99))).isEmpty();
  }

  @Test
  void whatHasNotChangedForLongestComesFirst() {
    begin(alone("t1"));
    letTimePass();
    begin(several(BATCH, "m1"));
    letTimePass();
    begin(alone("t3"), alone("t2"));
    letTimePass();
    move(decideAlone("t1"));

    assertThat(list(UNFINISHED)).containsExactly("batch:1", "t2", "t3", "t1");
    assertThat(list(UNFINISHED.withLimit(2).withSkip(1))).containsExactly("t2", "t3");
    assertThat(list(UNFINISHED.withSkip(4))).isEmpty();
    assertThat(records().list(UNFINISHED).get(0).record()).contains(record(BATCH));
  }

  @Test
  void pagesFollowOneAnotherThoughRecordsOfThemChange() {
    begin(alone("t2"), alone("t1"), alone("t3"));
    letTimePass();
    begin(several(BATCH, "m1"));
    letTimePass();
    List<String> shown = new ArrayList<>();

    RecordQuery one = UNFINISHED.withLimit(1);
    List<Lookup> page = records().list(one);
    for (int at = 0; at < 5 && !page.isEmpty(); at++) {
      TransactionRecord record = page.get(0).record().orElseThrow();
      shown.add(record.id().value());
      if (shown.size() == 1) {
        move(decideAlone(record.id().value()));
      }
      page = records().list(one.after(record));
    }

    String first = shown.get(0);
    assertThat(shown).hasSize(5).endsWith("batch:1", first).contains("t1", "t2", "t3");
    assertThat(page).isEmpty();
  }

  @Test
  void whatEndedInOneMillisecondIsPagedById() {
    for (int n = 0; n < 20; n++) {
      store("t" + (99 - n), State.DONE);
      begin(NewRecord.tombstone(new RecordId("batch:" + (99 - n))));
    }
    List<String> all = list(ENDED.withLimit(99));
    assertThat(paged(ENDED.withLimit(3)))
        .as("none is missed between two pages")
        .isEqualTo(all)
        .hasSize(40);
    assertThat(
            records().list(ENDED.withLimit(99)).stream()
                .map(lookup -> lookup.record().orElseThrow().endedAt().orElseThrow()))
        .isSorted();
  }

  @Test
  void onlyWhatAnApplicationOwnedLastIsShownIfItIsAskedFor() {
    begin(alone("t1"), alone("t2"), NewRecord.submitted(body("t3")), several(BATCH, "m1"));
    Owner other = new Owner(application("other"), token("other"));
    move(Transition.acquire(id("t2"), Epoch.FIRST, other));

    assertThat(list(UNFINISHED.ownedBy(APP))).containsExactlyInAnyOrder("t1", "batch:1");
    assertThat(list(UNFINISHED.ownedBy(application("other")))).containsExactly("t2");
    RecordQuery ofApp = UNFINISHED.ownedBy(APP);
    TransactionRecord first = records().list(ofApp).get(0).record().orElseThrow();
    assertThat(list(ofApp.after(first))).hasSize(1).doesNotContain(first.id().value());
    assertThat(list(ofApp.after(first).withSkip(1))).isEmpty();
  }

  @Test
  void whatLeftSomebodyOutIsShownUntilThatIsForgotten() {
    begin(four());
    move(exclude("m2"), decide());
    assertThat(record(BATCH).leavesOut()).isTrue();
    assertThat(list(LEAVING_OUT)).isEmpty();
    move(finish(BATCH));
    assertThat(list(LEAVING_OUT)).containsExactly("batch:1");
    begin(several(OTHER, "m5"));
    move(
        Transition.decide(
            OTHER, ids("m5"), Epoch.FIRST, Map.of(), StoredRecords.leaving(transactionId("m5"))));
    letTimePass();
    move(finishCancel(OTHER));
    assertThat(list(LEAVING_OUT)).containsExactly("batch:1", "batch:2");
    assertThat(paged(LEAVING_OUT.withLimit(1))).containsExactly("batch:1", "batch:2");

    move(Transition.forget(BATCH, State.DONE), Transition.forget(BATCH, State.DONE));

    assertThat(list(LEAVING_OUT)).containsExactly("batch:2");
    assertThat(list(ENDED)).containsExactly("batch:1", "batch:2");
  }

  @Test
  void whoNamesARecordIsFoundAndNobodyElse() {
    begin(several(OTHER, "m1", "m5"));
    records().insert(List.of(several(BATCH, "m1", "m4", "m3", "m2")));
    records().take(List.of(MemberTake.into(OTHER, document(BATCH, "m2"))));

    List<Lookup> naming = records().list(RecordQuery.naming(record(BATCH)));

    assertThat(naming).extracting(Lookup::id).containsExactly("m3", "m4");
    assertThat(naming).allMatch(lookup -> lookup.member().orElseThrow().record().equals(BATCH));
    begin(NewRecord.tombstone(new RecordId("batch:3")));
    records().insert(List.of(several(new RecordId("batch:3"), "m7", "m6")));
    assertThat(list(RecordQuery.naming(record(new RecordId("batch:3")))))
        .containsExactly("m6", "m7");
  }

  @Test
  void theOverdueAreThoseThatAreAuthorizedAndExpiredTheFirstToExpireFirst() {
    for (String id : List.of("t3", "t2", "t1", "voided", "pending")) {
      Duration lifetime = Duration.ofMillis(id.equals("t3") ? 2 : 1);
      begin(NewRecord.alone(body(id).authorizedUnder(new AuthorizationTerms(lifetime)), OWNER));
    }
    store("long", State.AUTHORIZED);
    List.of("t1", "t2", "t3", "voided")
        .forEach(id -> move(Transition.authorize(id(id), Epoch.FIRST)));
    move(Transition.cancel(record(id("voided")), ON_REQUEST, RIVAL, List.of()));
    RecordQuery overdue = RecordQuery.overdue(10);
    for (int tries = 0; tries < 1_000 && list(overdue).size() < 3; tries++) {
      letTimePass(); // the store's clock may be an estimate
    }

    List<String> shown = list(overdue);
    assertThat(shown).containsExactlyInAnyOrder("t1", "t2", "t3");
    assertThat(
            records().list(overdue).stream()
                .map(lookup -> lookup.transaction().orElseThrow().expiresAt().orElseThrow()))
        .isSorted();
    assertThat(list(overdue.withLimit(2))).isEqualTo(shown.subList(0, 2));
    move(Transition.capture(transactionId("t1"), Epoch.FIRST, List.of(), 0, RIVAL));
    assertThat(list(overdue)).containsExactlyInAnyOrder("t2", "t3");
  }

  @Test
  void allThatIsAuthorizedIsListedPageByPageThoseFirstThatExpireFirst() {
    List<String> ids = List.of("t5", "t4", "t3", "t2", "t1", "captured");
    for (String id : ids) {
      Duration lifetime = id.equals("t1") ? Duration.ofDays(2) : HOUR;
      begin(NewRecord.alone(body(id).authorizedUnder(new AuthorizationTerms(lifetime)), OWNER));
      move(Transition.authorize(id(id), Epoch.FIRST));
    }
    begin(
        NewRecord.alone(body("pending").authorizedUnder(new AuthorizationTerms(HOUR)), OWNER),
        NewRecord.alone(body("expired").authorizedUnder(expiringAtOnce()), OWNER));
    move(Transition.authorize(id("expired"), Epoch.FIRST));
    move(Transition.capture(transactionId("captured"), Epoch.FIRST, List.of(), 0, RIVAL));
    RecordQuery authorized = RecordQuery.authorized(99);

    List<String> all = list(authorized);

    assertThat(all)
        .containsExactlyInAnyOrder("expired", "t1", "t2", "t3", "t4", "t5")
        .startsWith("expired")
        .endsWith("t1");
    assertThat(paged(authorized.withLimit(2))).isEqualTo(all);
    assertThat(list(RecordQuery.overdue(99))).doesNotContain("t1", "t2", "t3", "t4", "t5");
    Lookup third = records().list(authorized).get(2);
    assertThat(list(authorized.after(third.transaction().orElseThrow())))
        .isEqualTo(all.subList(3, 6));
  }

  private static AuthorizationTerms expiringAtOnce() {
    return new AuthorizationTerms(Duration.ofMillis(1));
  }

  @Test
  void aLimitIsInRange() {
    assertThatIllegalArgumentException().isThrownBy(() -> RecordQuery.overdue(0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RecordQuery.ended(Duration.ZERO, RecordQuery.MAX_LIMIT + 1));
  }
}

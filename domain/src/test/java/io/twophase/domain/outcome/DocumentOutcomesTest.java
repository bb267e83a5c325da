package io.twophase.domain.outcome;

import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.leg;
import static io.twophase.domain.testing.Documents.order;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.participant.DocumentHold;
import io.twophase.domain.participant.DocumentRefusal;
import io.twophase.domain.participant.Participant;
import io.twophase.domain.testing.Folds;
import java.util.List;
import org.junit.jupiter.api.Test;

class DocumentOutcomesTest {

  private static final DocumentRef ORDER = order("o1");

  @Test
  void ofAHoldFoldToTheirOwnCase() {
    Folds.assertEachReachesItsOwn(
        DocumentHoldOutcome.class,
        List.of(
            DocumentHoldOutcome.held(),
            new DocumentHoldOutcome.Present(Epoch.FIRST, true),
            new DocumentHoldOutcome.Busy(DocumentHold.of(leg("t1", 1, check(ORDER)))),
            new DocumentHoldOutcome.Refused(new DocumentRefusal.NoSuchDocument(ORDER)),
            DocumentHoldOutcome.inDoubt()),
        outcome ->
            outcome.<Class<?>>fold(
                held -> DocumentHoldOutcome.Held.class,
                present -> DocumentHoldOutcome.Present.class,
                busy -> DocumentHoldOutcome.Busy.class,
                refused -> DocumentHoldOutcome.Refused.class,
                inDoubt -> DocumentHoldOutcome.InDoubt.class));
  }

  @Test
  void ofALookupFoldToTheirOwnCase() {
    Folds.assertEachReachesItsOwn(
        DocumentLookup.class,
        List.of(
            new DocumentLookup.Found(Participant.of(ORDER, fields())),
            new DocumentLookup.Absent(ORDER),
            new DocumentLookup.Unreadable(ORDER, "no document")),
        lookup ->
            lookup.<Class<?>>fold(
                found -> DocumentLookup.Found.class,
                absent -> DocumentLookup.Absent.class,
                unreadable -> DocumentLookup.Unreadable.class));
  }
}

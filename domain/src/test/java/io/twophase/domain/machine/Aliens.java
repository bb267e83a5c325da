package io.twophase.domain.machine;

import io.twophase.domain.ApproverName;
import io.twophase.domain.Epoch;
import io.twophase.domain.authorization.ApprovalRule;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Home;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.Hold.Scale;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.testing.Documents;
import io.twophase.domain.testing.Fixtures;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What is there before anybody works, and terms of authorizations. */
final class Aliens {

  /** Of a transaction of the same id that has expired, and did something else. */
  static final Hold ORPHAN =
      hold(
          Documents.HOME,
          new Claim.OfDocument(
              Fixtures.transactionId("m1"),
              Documents.change(Documents.order("D"), Documents.is("n", 0), Documents.set("n", 9))));

  /** Of a transaction of the same id whose record is elsewhere. */
  static final Hold OF_ANOTHER_HOME =
      hold(
          new Home("elsewhere"),
          new Claim.OfRange(
              new Target.OfDocument(Documents.order("D")),
              new Scale.OfField("n", 0, 9),
              Range.whole(1, 0),
              false));

  private Aliens() {}

  static AuthorizationTerms terms(String name) {
    List<ApproverName> named = List.of(new ApproverName("Ann"), new ApproverName("Bob"));
    int approvals = List.of("TERMS", "APPROVED", "APPROVED_TWICE").indexOf(name);
    return new AuthorizationTerms(
        Duration.ofDays(1),
        approvals == 0
            ? Optional.empty()
            : Optional.of(new ApprovalRule(approvals, named.subList(0, approvals))));
  }

  private static Hold hold(Home home, Claim claim) {
    return Hold.of(home, new Placing(new RecordId("m1"), Epoch.FIRST, claim));
  }

  static Hold hold(String name) {
    return name.equals("ORPHAN") ? ORPHAN : OF_ANOTHER_HOME;
  }
}

package io.twophase.domain.machine;

import io.twophase.domain.ApproverName;
import io.twophase.domain.Epoch;
import io.twophase.domain.authorization.ApprovalRule;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Home;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.Hold.Scale.OfField;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.HoldRules;
import io.twophase.domain.hold.HoldRules.HoldLimit;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.testing.Documents;
import io.twophase.domain.testing.Fixtures;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What is there before anybody works, and terms of authorizations. */
final class Aliens {

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

  private static Home home(String name) {
    return name.equals("ORPHAN") ? Documents.HOME : new Home("elsewhere");
  }

  private static Placing placing(String name) {
    DocumentRef document = Documents.order("D");
    Claim claim =
        name.equals("ORPHAN")
            ? new Claim.OfDocument(
                Fixtures.transactionId("m1"),
                Documents.change(document, Documents.is("n", 0), Documents.set("n", 9)))
            : new Claim.OfRange(
                new Target.OfDocument(document), new OfField("n", 0, 9), Range.whole(1, 0), false);
    return new Placing(new RecordId("m1"), Epoch.FIRST, claim);
  }

  /**
   * A hold that no record here has placed: {@code ORPHAN} of a transaction of the same id that has
   * expired, and did something else; or of one whose record is elsewhere.
   */
  static Hold hold(String name) {
    return Hold.of(home(name), placing(name));
  }

  /** The target with that hold. */
  static Stored holding(Stored stored, String name) {
    HoldRules rules = new HoldRules(home(name), Scene.ACCOUNTS, HoldLimit.NONE);
    return rules.place(Optional.of(stored), placing(name)).get();
  }
}

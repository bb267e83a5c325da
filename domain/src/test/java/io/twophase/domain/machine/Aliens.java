package io.twophase.domain.machine;

import io.twophase.domain.ApproverName;
import io.twophase.domain.Epoch;
import io.twophase.domain.authorization.ApprovalRule;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Home;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.operation.DocumentOperation.HoldMode;
import io.twophase.domain.operation.DocumentOperation.OperationDigest;
import io.twophase.domain.testing.Documents;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What is there before anybody works, and terms of authorizations. */
final class Aliens {

  static final AuthorizationTerms TERMS =
      new AuthorizationTerms(Duration.ofDays(1), Optional.empty());

  static final AuthorizationTerms APPROVED =
      new AuthorizationTerms(
          Duration.ofDays(1), Optional.of(new ApprovalRule(1, List.of(new ApproverName("Ann")))));

  static final AuthorizationTerms APPROVED_TWICE =
      new AuthorizationTerms(
          Duration.ofDays(1),
          Optional.of(
              new ApprovalRule(2, List.of(new ApproverName("Ann"), new ApproverName("Bob")))));

  /** Of a transaction of the same id that has expired, and did something else. */
  static final Hold ORPHAN =
      new Hold(
          Documents.HOME,
          new RecordId("m1"),
          Epoch.FIRST,
          HoldMode.EXCLUSIVE,
          Range.NONE,
          Set.of(),
          OperationDigest.of(
              Documents.change(Documents.order("D"), Documents.is("n", 0), Documents.set("n", 9))),
          Optional.empty());

  /** Of a transaction of the same id whose record is elsewhere. */
  static final Hold OF_ANOTHER_HOME =
      new Hold(
          new Home("elsewhere"),
          new RecordId("m1"),
          Epoch.FIRST,
          HoldMode.ESCROW,
          Range.whole(1, 0),
          Set.of("n"),
          "",
          Optional.empty());

  private Aliens() {}

  static AuthorizationTerms terms(String name) {
    return switch (name) {
      case "APPROVED" -> APPROVED;
      case "APPROVED_TWICE" -> APPROVED_TWICE;
      default -> TERMS;
    };
  }

  static Hold hold(String name) {
    return name.equals("ORPHAN") ? ORPHAN : OF_ANOTHER_HOME;
  }
}

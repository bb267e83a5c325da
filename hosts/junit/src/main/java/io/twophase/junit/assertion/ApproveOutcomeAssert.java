package io.twophase.junit.assertion;

import io.twophase.app.authorization.ApproveOutcome;
import io.twophase.domain.ApproverName;
import java.util.List;

/** Assertions on what became of an approval. */
public class ApproveOutcomeAssert extends RefusableAssert<ApproveOutcomeAssert, ApproveOutcome> {

  ApproveOutcomeAssert(ApproveOutcome actual) {
    super(actual, ApproveOutcomeAssert.class);
  }

  @Override
  Said said() {
    return actual.fold(
        approved ->
            new Said(
                Said.subject(approved.id()),
                "approved",
                List.of(),
                "by " + approved.approvals() + ", of " + approved.required() + " required"),
        refused -> Said.refused(Said.subject(refused.id()), refused.reason()),
        unknown -> Said.unknown(Said.subject(unknown.id()), unknown.why()));
  }

  /** The approval is noted. */
  public ApproveOutcomeAssert isApproved() {
    return is("approved");
  }

  /** The approval is noted, and these have approved by now, in the order in which they did. */
  public ApproveOutcomeAssert isApprovedBy(String... names) {
    isApproved();
    List<String> found =
        actual
            .<List<ApproverName>>fold(
                approved -> approved.approvals(), refused -> List.of(), unknown -> List.of())
            .stream()
            .map(ApproverName::value)
            .toList();
    if (!found.equals(List.of(names))) {
      failWithMessage(
          "%nExpecting %s%nto be approved by %s%nbut it is %s", subject(), List.of(names), text());
    }
    return this;
  }
}

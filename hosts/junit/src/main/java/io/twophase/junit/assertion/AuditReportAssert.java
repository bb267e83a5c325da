package io.twophase.junit.assertion;

import io.twophase.app.audit.AuditReport;
import io.twophase.app.audit.Finding;
import java.util.stream.Collectors;
import org.assertj.core.api.AbstractAssert;

/** Assertions on what an audit found. */
public class AuditReportAssert extends AbstractAssert<AuditReportAssert, AuditReport> {

  AuditReportAssert(AuditReport actual) {
    super(actual, AuditReportAssert.class);
  }

  /** Nothing is off. */
  public AuditReportAssert isClean() {
    isNotNull();
    if (!actual.isClean()) {
      failWithMessage("%nExpecting the audit to find nothing%nbut it found:%s", lines());
    }
    return this;
  }

  /** Something of this kind is off in the account, document or transaction of this id. */
  public AuditReportAssert hasFound(Finding.Kind kind, String id) {
    isNotNull();
    if (actual.findings().stream().noneMatch(it -> it.kind() == kind && it.id().equals(id))) {
      failWithMessage(
          "%nExpecting the audit to find %s in %s%nbut it found:%s", kind.title(), id, lines());
    }
    return this;
  }

  private String lines() {
    return actual.isClean()
        ? " nothing"
        : actual.findings().stream()
            .map(it -> it.kind().title() + " in " + it.id() + ": " + it.detail())
            .collect(
                Collectors.joining(
                    System.lineSeparator() + "  ", System.lineSeparator() + "  ", ""));
  }
}

package io.twophase.cli.transaction;

import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.Durations;
import io.twophase.cli.text.Shell;
import io.twophase.cli.view.Arguments;
import io.twophase.domain.ApproverName;
import io.twophase.domain.authorization.ApprovalRule;
import io.twophase.domain.authorization.AuthorizationTerms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say how long an authorization waits, and who has to approve it. */
final class TermsOptions {

  @Option(
      names = "--expires",
      paramLabel = "7d",
      defaultValue = "7d",
      converter = Durations.class,
      description =
          "so long after it was begun, recovery voids it if it is not captured (default:"
              + " ${DEFAULT-VALUE})")
  private Duration lifetime = Duration.ofDays(7);

  @Option(
      names = "--approvals",
      paramLabel = "K",
      description = "so many of the approvers have to approve it first (default: all)")
  private @Nullable Integer required;

  @Option(
      names = "--approver",
      paramLabel = "NAME",
      description = "who may approve it; once for each (default: nobody has to)")
  private List<String> names = new ArrayList<>();

  /** Returns what they ask for, or one line that says why they cannot. */
  AuthorizationTerms terms() {
    if (lifetime.isZero() || !Duration.ofMillis(lifetime.toMillis()).equals(lifetime)) {
      throw CommandFailure.badInput("--expires needs whole milliseconds, at least 0.001s");
    }
    List<ApproverName> approvers = names.stream().map(Arguments::approver).toList();
    return approvers.isEmpty() && required == null
        ? new AuthorizationTerms(lifetime)
        : new AuthorizationTerms(lifetime, Optional.ofNullable(rule(approvers)));
  }

  private ApprovalRule rule(List<ApproverName> approvers) {
    Set<ApproverName> once = new HashSet<>();
    for (ApproverName approver : approvers) {
      if (!once.add(approver)) {
        throw CommandFailure.badInput("--approver '" + approver + "' is named twice");
      }
    }
    if (approvers.size() > ApprovalRule.MAX_NAMED) {
      throw CommandFailure.badInput(
          approvers.size() + " approvers are named; " + ApprovalRule.MAX_NAMED + " at most");
    }
    int needed = required == null ? approvers.size() : required;
    if (needed < 1 || needed > approvers.size()) {
      throw CommandFailure.badInput(
          "--approvals "
              + needed
              + " of "
              + approvers.size()
              + " named: at least 1, and at most as many as --approver names");
    }
    return new ApprovalRule(needed, approvers);
  }

  /** Returns the same, as options of a command line. */
  static String line(AuthorizationTerms terms) {
    StringBuilder line = new StringBuilder("--expires " + Durations.text(terms.lifetime()));
    for (ApprovalRule rule : terms.approvals().stream().toList()) {
      line.append(" --approvals ").append(rule.required());
      rule.named().forEach(name -> line.append(" --approver ").append(Shell.quoted(name.value())));
    }
    return line.toString();
  }
}

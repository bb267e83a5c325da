package io.twophase.cli.transaction;

import io.twophase.app.authorization.ApproveOutcome;
import io.twophase.cli.context.Session;
import io.twophase.cli.view.Arguments;
import io.twophase.console.view.Json;
import io.twophase.domain.ApproverName;
import io.twophase.domain.TransactionId;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Notes that somebody approves an authorization. */
@Command(
    name = "approve",
    description =
        "Note that somebody approves an authorization, which is never taken back; again is the same"
            + " answer.")
public final class ApproveCommand extends DecisionCommand {

  @Parameters(index = "0", paramLabel = "ID", description = "of the authorization")
  String id = "";

  @Parameters(index = "1", paramLabel = "NAME", description = "of one of its approvers")
  String name = "";

  ApproveCommand() {
    super("authorization", "approved");
  }

  @Override
  String given() {
    return id;
  }

  @Override
  void check() {
    approver();
  }

  private ApproverName approver() {
    return Arguments.approver(name);
  }

  @Override
  int decide(Session session, TransactionId transaction) {
    return session
        .twoPhase()
        .authorizations()
        .approve(transaction, approver())
        .<Integer>fold(
            this::approved,
            refused -> refused(refused.reason()),
            unknown -> unknown(session, unknown.why()));
  }

  private int approved(ApproveOutcome.Approved outcome) {
    int count = outcome.approvals().size();
    String all = ApproverName.list(outcome.approvals());
    return done(
        Json.object(
            "id", id,
            "approvedBy", outcome.approvals(),
            "approvalsRequired", outcome.required()),
        "authorization %s  approved by %s  %s of %s".formatted(id, all, count, outcome.required()));
  }
}

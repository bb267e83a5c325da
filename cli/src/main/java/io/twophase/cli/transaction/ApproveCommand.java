package io.twophase.cli.transaction;

import io.twophase.app.authorization.ApproveOutcome;
import io.twophase.cli.context.SessionCommand;
import io.twophase.cli.text.Json;
import io.twophase.cli.view.Arguments;
import io.twophase.domain.ApproverName;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Notes that somebody approves an authorization. */
@Command(
    name = "approve",
    mixinStandardHelpOptions = true,
    description =
        "Note that somebody approves an authorization, which is never taken back; again is the same"
            + " answer.")
public final class ApproveCommand extends SessionCommand implements Callable<Integer> {

  @Parameters(index = "0", paramLabel = "ID", description = "of the authorization")
  String id = "";

  @Parameters(index = "1", paramLabel = "NAME", description = "of one of its approvers")
  String name = "";

  @Override
  public Integer call() {
    DecisionAnswers answers = new DecisionAnswers(context(), "authorization", id, "approved");
    ApproverName approver = Arguments.approver(name);
    return answers.ask(
        session ->
            session
                .twoPhase()
                .authorizations()
                .approve(answers.id(), approver)
                .<Integer>fold(
                    this::approved,
                    refused -> answers.refused(refused.reason()),
                    unknown -> answers.unknown(session, unknown.why())));
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

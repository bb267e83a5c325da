package io.twophase.cli.transaction;

import io.twophase.app.authorization.ApproveOutcome;
import io.twophase.cli.context.CommandContext;
import io.twophase.cli.failure.ExitCode;
import io.twophase.cli.text.Json;
import io.twophase.cli.view.Arguments;
import io.twophase.domain.ApproverName;
import io.twophase.domain.TransactionId;
import java.util.List;
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
public final class ApproveCommand implements Callable<Integer> {

  private final CommandContext context;

  /** Made by the command line, which gives the context. */
  public ApproveCommand(CommandContext context) {
    this.context = context;
  }

  @Parameters(index = "0", paramLabel = "ID", description = "of the authorization")
  String id = "";

  @Parameters(index = "1", paramLabel = "NAME", description = "of one of its approvers")
  String name = "";

  @Override
  public Integer call() {
    TransactionId transaction = Arguments.transactionId(id);
    ApproverName approver = Arguments.approver(name);
    AuthorizationAnswers answers = new AuthorizationAnswers(context, transaction, "approved");
    return context.withStore(
        answers::interrupted,
        session ->
            session
                .twoPhase()
                .authorizations()
                .approve(transaction, approver)
                .<Integer>fold(
                    this::approved,
                    refused -> answers.refused(refused.refusal()),
                    unknown -> {
                      throw answers.unknown(session, unknown.why());
                    }));
  }

  private int approved(ApproveOutcome.Approved outcome) {
    List<String> all = outcome.approvals().stream().map(Object::toString).toList();
    context.answer(
        () -> Json.object("id", id, "approvedBy", all, "approvalsRequired", outcome.required()),
        () ->
            "authorization "
                + id
                + "  approved by "
                + String.join(", ", all)
                + "  "
                + all.size()
                + " of "
                + outcome.required());
    return ExitCode.DONE;
  }
}

package io.twophase.cli.command;

import io.twophase.app.authorization.AuthorizeOutcome;
import io.twophase.app.transfer.Request;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.cli.context.Session;
import io.twophase.cli.context.SessionCommand;
import io.twophase.cli.imports.RequestFile;
import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.Durations;
import io.twophase.cli.text.InputFile;
import io.twophase.cli.text.Lines;
import io.twophase.cli.text.Tables;
import io.twophase.cli.view.AccountCurrencies;
import io.twophase.cli.view.Arguments;
import io.twophase.cli.view.LabelOptions;
import io.twophase.cli.view.PeriodOption;
import io.twophase.cli.view.RefusedBefore;
import io.twophase.cli.view.Reused;
import io.twophase.console.view.Json;
import io.twophase.domain.ApproverName;
import io.twophase.domain.Reason;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.ApprovalRule;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.transaction.CancelReason;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Holds a transfer, or another transaction, that is captured or voided later. */
@Command(name = "authorize")
public final class AuthorizeCommand extends SessionCommand implements Callable<Integer> {

  @Parameters(index = "0", arity = "0..1", paramLabel = "SOURCE")
  @Nullable String source;

  @Parameters(index = "1", arity = "0..1", paramLabel = "DESTINATION")
  @Nullable String destination;

  @Parameters(index = "2", arity = "0..1", paramLabel = "AMOUNT")
  @Nullable String amount;

  @Option(names = "--transaction", paramLabel = "FILE")
  @Nullable Path file;

  @Option(names = "--id", paramLabel = "ID")
  @Nullable String id;

  @Mixin TermsOptions options = new TermsOptions();

  @Mixin LabelOptions said = new LabelOptions();

  @Mixin PeriodOption period = new PeriodOption();

  @Override
  public Integer call() {
    if (file == null) {
      if (source == null || destination == null || amount == null) {
        throw misused("SOURCE, DESTINATION and AMOUNT are needed, or --transaction FILE");
      }
      return transfer(new TransferCommand.Words(source, destination, amount, id, said));
    }
    if (source != null || id != null || !said.labels().isEmpty()) {
      throw misused(
          "--transaction says all of it: SOURCE, DESTINATION, AMOUNT, --id, --reference and"
              + " --metadata are not asked beside it");
    }
    return ofFile(file);
  }

  private int transfer(TransferCommand.Words asked) {
    AuthorizationTerms terms = options.terms();
    context().requireStore();
    return authorize(
        asked.id(),
        terms,
        further -> asked.line("authorize", further),
        session -> period.posting(asked.request(session)));
  }

  private int ofFile(Path path) {
    AuthorizationTerms terms = options.terms();
    try (InputFile input = InputFile.of(path)) {
      RequestFile requests = new RequestFile(input);
      RequestFile.Survey survey = requests.survey();
      CommandFailure.badInputIf(
          survey.transactions() > 1,
          "%s has %s transactions; authorize takes one".formatted(input, survey.transactions()));
      return authorize(
          survey.first(),
          terms,
          further -> " authorize" + Lines.option("--transaction", path.toString()) + further,
          session -> period.posting(read(session, requests, survey)));
    }
  }

  private static TransactionRequest read(
      Session session, RequestFile requests, RequestFile.Survey survey) {
    AccountCurrencies currencies =
        new AccountCurrencies(session.twoPhase().accounts()).learn(survey.accounts());
    try (RequestFile.Requests all = requests.requests(currencies, () -> false)) {
      return all.next();
    }
  }

  /**
   * Asks for an authorization, and answers what became of it.
   *
   * @param line the command line that asks for the same again, behind the store, by the options of
   *     terms and period
   */
  private int authorize(
      TransactionId transaction,
      AuthorizationTerms terms,
      UnaryOperator<String> line,
      Function<Session, Request> asked) {
    String sameAgain = context().again() + line.apply(TermsOptions.line(terms) + period.line());
    String unread =
        "authorization %s was answered, and its state could not be read; to see it: %s"
            .formatted(transaction, sameAgain);
    return withNewStore(
        () ->
            "interrupted: authorization %s may be held or not; to see to it: %s"
                .formatted(transaction, sameAgain),
        session -> {
          Request request = asked.apply(session);
          TransactionLookup before = session.twoPhase().transactions().find(transaction);
          AuthorizeOutcome outcome = session.twoPhase().authorizations().authorize(request, terms);
          return afterwards(
              unread,
              () ->
                  outcome.<Integer>fold(
                      authorized -> authorized(authorized, terms),
                      captured -> captured(session, transaction),
                      refused -> refused(session, refused, before),
                      unknown ->
                          unknown(
                              session, "authorization", transaction, unknown.why(), sameAgain)));
        });
  }

  private int authorized(AuthorizeOutcome.Authorized outcome, AuthorizationTerms terms) {
    Map<String, Object> json =
        Json.object(
            "id", outcome.id(),
            "state", "authorized",
            "expiresAt", outcome.expiresAt(),
            "approvedBy", outcome.approvals(),
            "approvalsRequired", terms.requiredApprovals());
    Tables table =
        new Tables("authorization " + outcome.id(), "authorized").fields(json, "expiresAt");
    for (ApprovalRule rule : terms.approvals().stream().toList()) {
      table.add("approvals", outcome.approvals().size() + " of " + rule.required());
    }
    return done(json, table.toString());
  }

  private int captured(Session session, TransactionId transaction) {
    String state = TransferCommand.state(session, transaction, "applied");
    return done(
        Json.object("id", transaction, "state", state),
        "authorization %s  %s  captured before".formatted(transaction, state));
  }

  private int refused(Session session, AuthorizeOutcome.Refused outcome, TransactionLookup before) {
    Reason explained = Reused.explained(outcome.reason(), "authorization");
    boolean isCanceled = outcome.reason() instanceof CancelReason;
    Reason reason =
        isCanceled && RefusedBefore.isRefused(before)
            ? RefusedBefore.explained(explained, before)
            : explained;
    boolean isNew = isCanceled && !(reason instanceof RefusedBefore);
    String state = TransferCommand.state(session, outcome.id(), outcome.reason());
    String next = isNew ? "; a new try needs a new id" : "";
    return refused(
        Json.object("id", outcome.id(), "state", state, "error", Reused.error(reason)),
        "authorization %s  %s".formatted(outcome.id(), state),
        "authorization %s %s%s".formatted(outcome.id(), RefusedBefore.words(reason), next));
  }

  /** The options that say how long an authorization waits, and who has to approve it. */
  private static final class TermsOptions {

    @Option(names = "--expires", paramLabel = "7d", defaultValue = "7d")
    private Duration lifetime = Duration.ofDays(7);

    @Option(names = "--approvals", paramLabel = "K")
    private @Nullable Integer required;

    @Option(names = "--approver", paramLabel = "NAME")
    private List<String> names = new ArrayList<>();

    /** Returns what they ask for, or one line that says why they cannot. */
    AuthorizationTerms terms() {
      CommandFailure.badInputIf(
          lifetime.isZero() || !Duration.ofMillis(lifetime.toMillis()).equals(lifetime),
          "--expires needs whole milliseconds, at least 0.001s");
      List<ApproverName> approvers = names.stream().map(Arguments::approver).toList();
      return approvers.isEmpty() && required == null
          ? new AuthorizationTerms(lifetime)
          : new AuthorizationTerms(lifetime, Optional.ofNullable(rule(approvers)));
    }

    private ApprovalRule rule(List<ApproverName> approvers) {
      Set<ApproverName> once = new HashSet<>();
      for (ApproverName approver : approvers) {
        CommandFailure.badInputIf(
            !once.add(approver), "--approver '" + approver + "' is named twice");
      }
      CommandFailure.badInputIf(
          approvers.size() > ApprovalRule.MAX_NAMED,
          "%s approvers are named; %s at most".formatted(approvers.size(), ApprovalRule.MAX_NAMED));
      int needed = required == null ? approvers.size() : required;
      CommandFailure.badInputIf(
          needed < 1 || needed > approvers.size(),
          "--approvals %s of %s named: at least 1, and at most as many as --approver names"
              .formatted(needed, approvers.size()));
      return new ApprovalRule(needed, approvers);
    }

    /** Returns the same, as options of a command line. */
    static String line(AuthorizationTerms terms) {
      StringBuilder line = new StringBuilder(" --expires " + Durations.text(terms.lifetime()));
      for (ApprovalRule rule : terms.approvals().stream().toList()) {
        line.append(" --approvals ").append(rule.required());
        rule.named().forEach(name -> line.append(Lines.option("--approver", name.value())));
      }
      return line.toString();
    }
  }
}

package io.twophase.cli.transaction;

import io.twophase.app.runtime.RandomIds;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.cli.context.CommandContext;
import io.twophase.cli.context.Session;
import io.twophase.cli.failure.CommandFailure;
import io.twophase.cli.file.InputFile;
import io.twophase.cli.request.RequestCurrencies;
import io.twophase.cli.request.RequestFile;
import io.twophase.cli.text.Shell;
import io.twophase.cli.view.Arguments;
import io.twophase.cli.view.LabelOptions;
import io.twophase.cli.view.PeriodOption;
import io.twophase.cli.view.Reused;
import io.twophase.domain.AccountId;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.transaction.Labels;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Holds a transfer, or another transaction, that is captured or voided later. */
@Command(
    name = "authorize",
    mixinStandardHelpOptions = true,
    description =
        "Hold an amount for a transfer, or all that a transaction is for, which is captured or"
            + " voided later.")
public final class AuthorizeCommand implements Callable<Integer> {

  private static final int READ_AT_ONCE = 500;

  private final CommandContext context;

  /** Made by the command line, which gives the context. */
  public AuthorizeCommand(CommandContext context) {
    this.context = context;
  }

  @Spec CommandSpec spec = CommandSpec.create();

  /** An amount such as -5 is an amount, to be refused as one, and not an option. */
  @Spec
  void readOptionsThatAreNoneAsAmounts(CommandSpec command) {
    command.parser().unmatchedOptionsArePositionalParams(true);
  }

  @Parameters(index = "0", arity = "0..1", paramLabel = "SOURCE")
  @Nullable String source;

  @Parameters(index = "1", arity = "0..1", paramLabel = "DESTINATION")
  @Nullable String destination;

  @Parameters(
      index = "2",
      arity = "0..1",
      paramLabel = "AMOUNT",
      description = "in the account's currency")
  @Nullable String amount;

  @Option(
      names = "--transaction",
      paramLabel = "FILE",
      description =
          "instead of the three: one transaction over any accounts and documents, as run reads it"
              + " (-: standard input)")
  @Nullable Path file;

  @Option(
      names = "--id",
      paramLabel = "ID",
      description =
          "of a transfer; asked again under the same id, it has the same answer (default: a fresh"
              + " one)")
  @Nullable String id;

  @Mixin TermsOptions options = new TermsOptions();

  @Mixin LabelOptions said = new LabelOptions();

  @Mixin PeriodOption period = new PeriodOption();

  @Override
  public Integer call() {
    long given = Stream.of(source, destination, amount).filter(one -> one != null).count();
    Path transaction = file;
    if (transaction == null) {
      if (source == null || destination == null || amount == null) {
        throw new ParameterException(
            spec.commandLine(), "SOURCE, DESTINATION and AMOUNT are needed, or --transaction FILE");
      }
      return transfer(source, destination, amount);
    }
    if (given > 0 || id != null || !said.labels().isEmpty()) {
      throw new ParameterException(
          spec.commandLine(),
          "--transaction says all of it: SOURCE, DESTINATION, AMOUNT, --id, --reference and"
              + " --metadata are not asked beside it");
    }
    return ofFile(transaction);
  }

  private int transfer(String sourceText, String destinationText, String amountText) {
    AccountId from = Arguments.accountId(sourceText);
    AccountId to = Arguments.accountId(destinationText);
    TransactionId transaction =
        id == null ? new RandomIds().nextTransactionId() : Arguments.transactionId(id);
    AuthorizationTerms terms = options.terms();
    Labels labels = said.labels();
    TransferAmount.requirePositiveDecimal(amountText);
    AuthorizeAnswers answers =
        new AuthorizeAnswers(
            context,
            transaction,
            terms,
            String.format(
                "%s authorize %s %s %s --id %s %s%s",
                context.again(),
                Shell.quoted(from.value()),
                Shell.quoted(to.value()),
                Shell.quoted(amountText),
                Shell.quoted(transaction.value()),
                TermsOptions.line(terms),
                period.line()));
    return context.withStore(
        answers::interrupted,
        session -> {
          TransferRequest request =
              period
                  .posting(
                      new TransferRequest(
                          transaction,
                          from,
                          to,
                          TransferAmount.of(
                              amountText, TransferCommand.currency(session, from, to))))
                  .labelled(labels);
          return answers.answer(
              session,
              () -> session.twoPhase().authorizations().authorize(request, terms),
              refusal -> Reused.explained(refusal, request, terms));
        });
  }

  private int ofFile(Path path) {
    AuthorizationTerms terms = options.terms();
    try (InputFile input = InputFile.of(path)) {
      RequestFile requests = RequestFile.of(input);
      RequestFile.Survey survey = requests.survey();
      if (survey.transactions() > 1) {
        throw CommandFailure.badInput(
            input + " has " + survey.transactions() + " transactions; authorize takes one");
      }
      AuthorizeAnswers answers =
          new AuthorizeAnswers(
              context,
              survey.first(),
              terms,
              String.format(
                  "%s authorize --transaction %s %s%s",
                  context.again(),
                  Shell.quoted(path.toString()),
                  TermsOptions.line(terms),
                  period.line()));
      return context.withStore(
          answers::interrupted,
          session ->
              answers.answer(
                  session,
                  () ->
                      session
                          .twoPhase()
                          .authorizations()
                          .authorize(period.posting(read(session, requests, survey)), terms),
                  Reused::explained));
    }
  }

  private static TransactionRequest read(
      Session session, RequestFile requests, RequestFile.Survey survey) {
    RequestCurrencies currencies =
        RequestCurrencies.of(session.twoPhase().accounts(), survey.accounts(), READ_AT_ONCE);
    try (RequestFile.Requests all = requests.requests(currencies)) {
      return all.next();
    }
  }
}

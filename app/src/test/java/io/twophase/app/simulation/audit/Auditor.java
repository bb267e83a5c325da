package io.twophase.app.simulation.audit;

import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.account.Opening;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.TransactionId;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.TransactionRepository;
import java.util.Map;

/**
 * Judges a simulation from outside: it knows what was asked, sees each document after each write,
 * and hears every answer. It reads fields and adds them up, and shares no rule with what it judges.
 */
public final class Auditor {

  private final AccountWatch accounts;
  private final RecordWatch records;
  private final Answers answers;

  public Auditor(AccountRepository accounts, TransactionRepository transactions, Tally tally) {
    this.accounts = new AccountWatch(accounts, transactions);
    this.records = new RecordWatch(transactions, this.accounts, tally);
    this.answers = new Answers(records, tally);
  }

  public void opened(Opening opening) {
    accounts.opened(
        opening.id().value(),
        new Figures(opening.balance().minor(), opening.overdraft(), opening.ceiling()));
  }

  public void asked(TransferRequest request) {
    records.asked(
        request.id().value(),
        new ExpectedTransfer(
            request.source().value(), request.destination().value(), request.amount().minor()));
  }

  /** Whether a record of this id was seen: then nothing else can have it. */
  public boolean isStored(TransactionId id) {
    return records.find(id.value()).isDefined();
  }

  public Answers answers() {
    return answers;
  }

  public void observeAccount(AccountId id) {
    accounts.observe(id);
  }

  public void observeRecord(TransactionId id) {
    records.observe(id.value());
  }

  /** When all has come to rest: the books, by the records and by the answers. */
  public void demandExactBooks() {
    Map<String, ExpectedTransfer> done = records.demandAtRest();
    Map<String, Long> byRecords = accounts.openings();
    done.values().forEach(transfer -> transfer.book(byRecords));
    accounts.demandAtRest(byRecords, "the records");
    Map<String, Long> byAnswers = accounts.openings();
    answers.demandAtRest(done, byAnswers);
    accounts.demandAtRest(byAnswers, "the answers");
  }
}

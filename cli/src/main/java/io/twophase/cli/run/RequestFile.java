package io.twophase.cli.run;

import io.twophase.app.transfer.TransactionRequest;
import io.twophase.cli.file.InputFile;
import io.twophase.cli.file.TextLines;
import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.view.AccountCurrencies;
import io.twophase.cli.view.Arguments;
import io.twophase.domain.AccountId;
import io.twophase.domain.TransactionId;
import io.twophase.domain.operation.AccountOperation;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;

/**
 * A file of transactions: one JSON object over as many lines as it takes, or many, each on a line
 * of its own. Empty lines are skipped. A transaction that names no id is called {@code <file
 * name>:<line>}, so that the same file again asks for the same transactions.
 */
public final class RequestFile {

  private final InputFile file;

  private RequestFile(InputFile file) {
    this.file = file;
  }

  /** The transactions of {@code file}. */
  public static RequestFile of(InputFile file) {
    return new RequestFile(file);
  }

  /**
   * The facts of a file that has been read once.
   *
   * @param transactions how many it has
   * @param first names the first of them
   * @param accounts those that say what their amounts are in
   */
  public record Survey(long transactions, TransactionId first, Set<AccountId> accounts) {}

  /**
   * Reads all of it. What is wrong with it in any currency is found, before a store is opened.
   *
   * @throws CommandFailure if something is wrong, or it has no transaction
   */
  public Survey survey() {
    Set<AccountId> accounts = new LinkedHashSet<>();
    Optional<TransactionId> first = Optional.empty();
    long count = 0;
    RequestReader reader =
        new RequestReader((account, all) -> Arguments.DEFAULT_CURRENCY, AmountReader::roughly);
    try (Requests requests = new Requests(file, reader)) {
      for (; requests.hasNext(); count++) {
        TransactionRequest request = requests.next();
        first = first.or(() -> Optional.of(request.id()));
        request.operations().stream()
            .<Optional<AccountOperation>>map(
                operation -> operation.foldTarget(Optional::of, document -> Optional.empty()))
            .forEach(on -> on.ifPresent(operation -> accounts.add(operation.account())));
      }
    }
    if (count == 0) {
      throw CommandFailure.badInput(file + " has no transaction");
    }
    return new Survey(count, first.orElseThrow(), accounts);
  }

  /**
   * Reads all of it again, with what the accounts' amounts are in.
   *
   * @throws CommandFailure if there is an amount that its account's currency does not have
   */
  public void check(AccountCurrencies currencies) {
    try (Requests requests = requests(currencies)) {
      while (requests.hasNext()) {
        requests.next();
      }
    }
  }

  /** Its transactions, in its order. */
  public Requests requests(AccountCurrencies currencies) {
    return new Requests(file, new RequestReader(currencies::of, AmountReader::exactly));
  }

  /** The transactions of a file, read one after the other. */
  public static final class Requests implements Iterator<TransactionRequest>, AutoCloseable {

    private final InputFile file;
    private final RequestReader reader;
    private final TextLines lines;
    private Optional<TransactionRequest> next = Optional.empty();
    private boolean first = true;

    private Requests(InputFile file, RequestReader reader) {
      this.file = file;
      this.reader = reader;
      this.lines = TextLines.open(file);
    }

    @Override
    public boolean hasNext() {
      while (next.isEmpty() && lines.hasNext()) {
        String line = lines.next();
        if (!line.isBlank()) {
          next = Optional.of(read(line, lines.number()));
        }
      }
      return next.isPresent();
    }

    private TransactionRequest read(String line, long number) {
      boolean all = first && JsonParts.isCut(line);
      first = false;
      String text = all ? line + "\n" + lines.rest() : line;
      return reader.read(JsonParts.read(file.toString(), number, text), file.name() + ":" + number);
    }

    @Override
    public TransactionRequest next() {
      if (!hasNext()) {
        throw new NoSuchElementException("no more transactions in " + file);
      }
      TransactionRequest request = next.orElseThrow();
      next = Optional.empty();
      return request;
    }

    @Override
    public void close() {
      lines.close();
    }
  }
}

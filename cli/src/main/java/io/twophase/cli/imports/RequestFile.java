package io.twophase.cli.imports;

import io.twophase.app.transfer.TransactionRequest;
import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.InputFile;
import io.twophase.cli.text.TextLines;
import io.twophase.cli.view.AccountCurrencies;
import io.twophase.cli.view.Arguments;
import io.twophase.domain.AccountId;
import io.twophase.domain.TransactionId;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.transaction.Labels;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * A file of transactions: one JSON object over as many lines as it takes, or many, each on a line
 * of its own. Empty lines are skipped. A transaction that names no id is called {@code <file
 * name>:<line>}, so that the same file again asks for the same transactions.
 */
public record RequestFile(InputFile file) {

  /**
   * The facts of a file that has been read once.
   *
   * @param transactions how many it has
   * @param first names the first of them
   * @param accounts those that say what their amounts are in
   */
  public record Survey(long transactions, TransactionId first, Set<AccountId> accounts) {}

  /**
   * Reads all of it. So a fault that it has in any currency is found before a store is opened.
   *
   * @throws CommandFailure if something is wrong, or it has no transaction
   */
  public Survey survey() {
    Set<AccountId> accounts = new LinkedHashSet<>();
    Optional<TransactionId> first = Optional.empty();
    long count = 0;
    try (Requests requests = new Requests(file, Optional.empty(), () -> false)) {
      for (; requests.hasNext(); count++) {
        TransactionRequest request = requests.next();
        first = first.or(() -> Optional.of(request.id()));
        for (Operation operation : request.operations()) {
          if (operation instanceof AccountOperation on) {
            accounts.add(on.account());
          }
        }
      }
    }
    CommandFailure.badInputIf(count == 0, file + " has no transaction");
    return new Survey(count, first.orElseThrow(), accounts);
  }

  /**
   * Reads all of it again, with what the accounts' amounts are in.
   *
   * @throws CommandFailure if there is an amount that its account's currency does not have
   */
  public void check(AccountCurrencies currencies) {
    try (Requests requests = requests(currencies, () -> false)) {
      requests.forEachRemaining(request -> {});
    }
  }

  /**
   * Its transactions, in its order.
   *
   * @param stop whether no more are wanted
   */
  public Requests requests(AccountCurrencies currencies, BooleanSupplier stop) {
    return new Requests(file, Optional.of(currencies), stop);
  }

  /** The transactions of a file, read one after the other. */
  public static final class Requests implements Iterator<TransactionRequest>, AutoCloseable {

    private static final List<String> FIELDS =
        List.of(OperationReader.ID, "reference", "metadata", "note", "operations");

    private final InputFile file;
    private final Optional<AccountCurrencies> currencies;
    private final BooleanSupplier stop;
    private final TextLines lines;
    private Optional<TransactionRequest> next = Optional.empty();
    private boolean first = true;

    /** Reads {@code file}; roughly, where no account's currency is known yet. */
    private Requests(InputFile file, Optional<AccountCurrencies> currencies, BooleanSupplier stop) {
      this.file = file;
      this.currencies = currencies;
      this.stop = stop;
      this.lines = TextLines.open(file);
    }

    @Override
    public boolean hasNext() {
      while (next.isEmpty() && !stop.getAsBoolean() && lines.hasNext()) {
        String line = lines.next();
        if (!line.isBlank()) {
          next = Optional.of(read(line, lines.number()));
        }
      }
      return next.isPresent();
    }

    private TransactionRequest read(String line, long number) {
      boolean all = first && JsonPart.isCut(line);
      first = false;
      String text = all ? line + "\n" + lines.rest() : line;
      return request(JsonPart.read(file.toString(), number, text), file.name() + ":" + number);
    }

    /**
     * The transaction that {@code part} is.
     *
     * @param unnamed the id that it has if it names none
     */
    private TransactionRequest request(JsonPart part, String unnamed) {
      part.allow(FIELDS);
      Optional<JsonPart> named = part.find(OperationReader.ID);
      TransactionId id =
          named
              .orElse(part)
              .parsed(TransactionId.parse(named.map(JsonPart::string).orElse(unnamed)));
      List<JsonPart> parts = part.get("operations").array();
      Set<AccountId> accounts = accounts(parts);
      OperationReader reader =
          new OperationReader(
              account ->
                  currencies
                      .map(known -> known.of(account, accounts))
                      .orElse(Arguments.DEFAULT_CURRENCY),
              currencies.isEmpty());
      List<Operation> operations = new ArrayList<>(parts.size());
      parts.forEach(operation -> operations.add(reader.read(operation.object())));
      return new TransactionRequest(
          id, operations, part.find("note").map(JsonPart::string), labels(part));
    }

    private static Labels labels(JsonPart part) {
      Map<String, String> metadata = new LinkedHashMap<>();
      part.find("metadata")
          .ifPresent(
              entries ->
                  entries
                      .object()
                      .members()
                      .forEach((key, value) -> metadata.put(key, value.string())));
      return Labels.of(part.find("reference").map(JsonPart::string), metadata)
          .getOrElseThrow(invalid -> part.faultOf(invalid.message()));
    }

    /** The accounts of all of its operations, to be asked for their currencies. */
    private static Set<AccountId> accounts(List<JsonPart> operations) {
      Set<AccountId> accounts = new LinkedHashSet<>();
      for (JsonPart operation : operations) {
        operation
            .object()
            .find(OperationReader.DEBIT)
            .or(() -> operation.find(OperationReader.CREDIT))
            .ifPresent(name -> accounts.add(OperationReader.account(name)));
      }
      return accounts;
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

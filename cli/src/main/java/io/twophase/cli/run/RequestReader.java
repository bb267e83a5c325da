package io.twophase.cli.run;

import io.twophase.app.transfer.TransactionRequest;
import io.twophase.domain.AccountId;
import io.twophase.domain.TransactionId;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.transaction.Labels;
import java.util.ArrayList;
import java.util.Currency;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;

/** Reads one transaction. */
final class RequestReader {

  private static final String REFERENCE = "reference";
  private static final String METADATA = "metadata";
  private static final String NOTE = "note";
  private static final String OPERATIONS = "operations";

  private final BiFunction<AccountId, Set<AccountId>, Currency> currencies;
  private final AmountReader amounts;

  /**
   * A reader.
   *
   * @param currencies what the amounts of an account are in, of those of one transaction
   * @param amounts how amounts are read
   */
  RequestReader(BiFunction<AccountId, Set<AccountId>, Currency> currencies, AmountReader amounts) {
    this.currencies = currencies;
    this.amounts = amounts;
  }

  /**
   * The transaction that {@code part} is.
   *
   * @param unnamed the id that it has if it names none
   */
  TransactionRequest read(JsonPart part, String unnamed) {
    part.allow(OperationReader.ID, REFERENCE, METADATA, NOTE, OPERATIONS);
    TransactionId id = id(part.find(OperationReader.ID), part, unnamed);
    List<JsonPart> parts = part.get(OPERATIONS).array();
    Set<AccountId> accounts = accounts(parts);
    OperationReader reader =
        new OperationReader(account -> currencies.apply(account, accounts), amounts);
    List<Operation> operations = new ArrayList<>(parts.size());
    parts.forEach(operation -> operations.add(reader.read(operation.object())));
    return new TransactionRequest(
        id, operations, part.find(NOTE).map(JsonPart::string), labels(part));
  }

  private static Labels labels(JsonPart part) {
    Map<String, String> metadata = new LinkedHashMap<>();
    for (JsonPart entries : part.find(METADATA).stream().toList()) {
      entries.object().members().forEach((key, value) -> metadata.put(key, value.string()));
    }
    return Labels.of(part.find(REFERENCE).map(JsonPart::string), metadata)
        .getOrElseThrow(invalid -> part.faultOf(invalid.message()));
  }

  private static TransactionId id(Optional<JsonPart> given, JsonPart whole, String unnamed) {
    JsonPart at = given.orElse(whole);
    return TransactionId.parse(given.map(JsonPart::string).orElse(unnamed))
        .getOrElseThrow(invalid -> at.faultOf(invalid.message()));
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
}

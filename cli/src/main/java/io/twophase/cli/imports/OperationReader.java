package io.twophase.cli.imports;

import com.fasterxml.jackson.core.JsonToken;
import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.Lines;
import io.twophase.cli.text.Similar;
import io.twophase.cli.view.Arguments;
import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.MoneyRefusal;
import io.twophase.domain.document.Changes;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.document.Guard;
import io.twophase.domain.document.Names;
import io.twophase.domain.operation.AccountOperation.Credit;
import io.twophase.domain.operation.AccountOperation.Debit;
import io.twophase.domain.operation.DocumentOperation.AddToField;
import io.twophase.domain.operation.DocumentOperation.ChangeDocument;
import io.twophase.domain.operation.DocumentOperation.CheckAbsent;
import io.twophase.domain.operation.DocumentOperation.CheckDocument;
import io.twophase.domain.operation.DocumentOperation.InsertDocument;
import io.twophase.domain.operation.DocumentOperation.RemoveDocument;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Value;
import io.vavr.control.Either;
import java.util.ArrayList;
import java.util.Currency;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads one operation: which it is says the field that only it has.
 *
 * @param currencies what an amount is in that does not say so
 * @param isRough whether no account's currency is known yet: what is wrong in any is found
 */
record OperationReader(Function<AccountId, Currency> currencies, boolean isRough) {

  static final String ID = "id";
  static final String DEBIT = "debit";
  static final String CREDIT = "credit";

  private static final String AMOUNT = "amount";
  private static final String CURRENCY = "currency";
  private static final String AT_MOST = "atMost";
  private static final String DATABASE = "database";
  private static final String WHERE = "where";
  private static final String UPDATE = "update";
  private static final String DOCUMENT = "document";
  private static final String FIELD = "field";
  private static final String FLOOR = "floor";
  private static final String CEILING = "ceiling";

  /** The fields of each kind, of which the first is the one that only it has. */
  private static final Map<String, List<String>> FIELDS =
      Stream.of(
              List.of(DEBIT, AMOUNT, CURRENCY, AT_MOST),
              List.of(CREDIT, AMOUNT, CURRENCY),
              List.of(InsertDocument.KIND, DATABASE, DOCUMENT),
              List.of(ChangeDocument.KIND, DATABASE, ID, WHERE, UPDATE),
              List.of(RemoveDocument.KIND, DATABASE, ID, WHERE),
              List.of(CheckDocument.KIND, DATABASE, ID, WHERE),
              List.of(CheckAbsent.KIND, DATABASE, ID),
              List.of(AddToField.KIND, DATABASE, ID, FIELD, AMOUNT, FLOOR, CEILING))
          .collect(Collectors.toMap(all -> all.get(0), all -> all, (a, b) -> a, TreeMap::new));

  private static final String EQUALS = "$eq";

  /** The operators of a guard, which looks as a filter of MongoDB does. */
  private static final Set<String> OPERATORS = Set.of(EQUALS, "$in", "$exists", "$gte", "$lte");

  /** The names of a reference to a document, which Extended JSON leaves as it is. */
  private static final Set<String> REFERENCE = Set.of("$ref", "$id", "$db");

  /** The kinds of changes by their operators, which look as an update of MongoDB does. */
  private static final Map<String, FieldChange.Kind> CHANGES =
      Stream.of(FieldChange.Kind.values())
          .collect(
              Collectors.toMap(
                  kind -> "$" + kind.word(), kind -> kind, (a, b) -> a, LinkedHashMap::new));

  /**
   * The least amount there is: it stands for one that cannot be read before its currency is known.
   */
  private static final long UNKNOWN = 1;

  /** The operation that {@code part} is; {@link CommandFailure} if it is none. */
  Operation read(JsonPart part) {
    List<String> kinds =
        FIELDS.keySet().stream().filter(kind -> part.find(kind).isPresent()).toList();
    if (kinds.size() != 1) {
      throw part.faultOf(
          kinds.isEmpty()
              ? noOperation(part)
              : "the fields " + String.join(" and ", kinds) + " are of different operations");
    }
    String kind = kinds.get(0);
    part.allow(Objects.requireNonNull(FIELDS.get(kind)));
    return switch (kind) {
      case DEBIT -> {
        boolean atMost = part.find(AT_MOST).filter(JsonPart::bool).isPresent();
        yield onAccount(part, kind, (account, amount) -> new Debit(account, amount, atMost));
      }
      case CREDIT -> onAccount(part, kind, Credit::new);
      case InsertDocument.KIND -> insert(part);
      case AddToField.KIND -> add(part);
      default -> onDocument(part, kind, ref(part, kind, part.get(ID)));
    };
  }

  private static String noOperation(JsonPart part) {
    return "none of its fields ("
        + Lines.value(String.join(", ", part.members().keySet()))
        + ") says which operation it is, as one of "
        + String.join(", ", FIELDS.keySet())
        + " does"
        + part.members().keySet().stream()
            .map(name -> Similar.question(name, FIELDS.keySet()))
            .filter(question -> !question.isEmpty())
            .findFirst()
            .orElse("");
  }

  private Operation onAccount(
      JsonPart part, String kind, BiFunction<AccountId, Money, Operation> make) {
    AccountId account = account(part.get(kind));
    Money amount = amount(part, account);
    return part.checked(() -> make.apply(account, amount));
  }

  static AccountId account(JsonPart part) {
    return part.parsed(AccountId.parse(part.string()));
  }

  /** The amount in the currency that is written beside it, else in its account's. */
  private Money amount(JsonPart whole, AccountId account) {
    JsonPart part = whole.get(AMOUNT);
    Optional<Currency> given = whole.find(CURRENCY).map(OperationReader::currency);
    if (part.token().isNumeric()) {
      throw part.fault("is a number; an amount is text in quotes, such as \"12.34\"");
    }
    Currency currency = given.orElseGet(() -> currencies.apply(account));
    Either<MoneyRefusal, Money> read = Money.parse(part.string(), currency);
    if (isRough && given.isEmpty() && read.isLeft() && dependsOnCurrency(read.getLeft())) {
      return new Money(UNKNOWN, currency);
    }
    Money money = part.parsed(read);
    if (!money.isPositive()) {
      throw part.fault("must be above zero");
    }
    return money;
  }

  private static boolean dependsOnCurrency(MoneyRefusal refusal) {
    return refusal instanceof MoneyRefusal.TooManyDigits
        || refusal instanceof MoneyRefusal.Overflow;
  }

  private static Currency currency(JsonPart part) {
    return Arguments.findCurrency(part.string())
        .orElseThrow(() -> part.fault("is not an ISO 4217 code"));
  }

  private static Operation insert(JsonPart part) {
    JsonPart document = part.get(DOCUMENT).object();
    DocumentRef ref = ref(part, InsertDocument.KIND, document.get(Names.ID));
    if (!(document.value() instanceof Value.Embedded embedded)) {
      throw document.fault("is a value of another type and no document");
    }
    return part.checked(() -> new InsertDocument(ref, embedded.fields().without(Names.ID)));
  }

  private static Operation add(JsonPart part) {
    DocumentRef ref = ref(part, AddToField.KIND, part.get(ID));
    String field = part.get(FIELD).string();
    long amount = part.get(AMOUNT).wholeNumber();
    long floor = part.find(FLOOR).map(JsonPart::wholeNumber).orElse(AddToField.WIDEST_FLOOR);
    long ceiling = part.find(CEILING).map(JsonPart::wholeNumber).orElse(AddToField.WIDEST_CEILING);
    return part.checked(() -> new AddToField(ref, field, amount, floor, ceiling));
  }

  private static Operation onDocument(JsonPart part, String kind, DocumentRef ref) {
    List<Guard> guards = part.find(WHERE).map(OperationReader::guards).orElse(List.of());
    return switch (kind) {
      case ChangeDocument.KIND -> new ChangeDocument(ref, guards, changes(part.get(UPDATE)));
      case RemoveDocument.KIND -> new RemoveDocument(ref, guards);
      case CheckDocument.KIND -> new CheckDocument(ref, guards);
      default -> new CheckAbsent(ref);
    };
  }

  private static DocumentRef ref(JsonPart part, String kind, JsonPart id) {
    JsonPart name = part.get(kind);
    String collection = name.string();
    CollectionName own = name.checked(() -> CollectionName.of(collection));
    CollectionName in =
        part.find(DATABASE)
            .map(
                database -> {
                  String other = database.string();
                  return database.checked(() -> own.inDatabase(other));
                })
            .orElse(own);
    Value value = id.value();
    return id.checked(() -> in.document(value));
  }

  private static Changes changes(JsonPart update) {
    update.object().allow(CHANGES.keySet());
    List<FieldChange> changes = new ArrayList<>();
    update
        .members()
        .forEach(
            (operator, fields) ->
                fields
                    .object()
                    .members()
                    .forEach((name, part) -> changes.add(change(operator, name, part))));
    return update.checked(() -> new Changes(changes));
  }

  private static FieldChange change(String operator, String name, JsonPart part) {
    FieldChange.Kind kind = Objects.requireNonNull(CHANGES.get(operator));
    return part.checked(
        () ->
            new FieldChange(
                kind,
                FieldPath.of(name),
                kind == FieldChange.Kind.UNSET ? new Value.Null() : part.value()));
  }

  /** The guards, in their order: in a list where one field is asked the same of twice. */
  private static List<Guard> guards(JsonPart where) {
    List<Guard> guards = new ArrayList<>();
    for (JsonPart all :
        where.token() == JsonToken.START_ARRAY ? where.elements() : List.of(where)) {
      all.object()
          .members()
          .forEach(
              (name, part) -> {
                if (name.equals("$unchanged")) {
                  guards.add(unchanged(part));
                } else {
                  add(part.checked(() -> FieldPath.of(name)), part, guards);
                }
              });
    }
    return guards;
  }

  /** A field has a value, or operators say of the field what is asked. */
  private static void add(FieldPath path, JsonPart part, List<Guard> guards) {
    if (part.members().keySet().stream().anyMatch(OPERATORS::contains)) {
      part.members().forEach((operator, asked) -> guards.add(guard(path, operator, asked)));
    } else {
      guards.add(guard(path, EQUALS, part));
    }
  }

  private static Guard unchanged(JsonPart part) {
    if (!(part.value() instanceof Value.Embedded document)) {
      throw part.fault("is no document");
    }
    return part.checked(() -> new Guard.Unchanged(document.fields()));
  }

  private static Guard guard(FieldPath path, String operator, JsonPart part) {
    return part.checked(
        () ->
            switch (operator) {
              case EQUALS -> Guard.equalTo(path, operand(part));
              case "$in" ->
                  Guard.oneOf(path, part.array().stream().map(OperationReader::operand).toList());
              case "$exists" -> part.bool() ? Guard.exists(path) : Guard.absent(path);
              case "$gte" -> Guard.atLeast(path, part.value());
              case "$lte" -> Guard.atMost(path, part.value());
              default -> throw noOperator(part);
            });
  }

  /** A value to compare with. Extended JSON takes an operator that it does not know for a field. */
  private static Value operand(JsonPart part) {
    Value value = part.value();
    if (value instanceof Value.Embedded) {
      requireNoOperator(part);
    }
    return value;
  }

  private static void requireNoOperator(JsonPart part) {
    part.elements().forEach(OperationReader::requireNoOperator);
    part.members()
        .forEach(
            (name, member) -> {
              if (!name.startsWith("$")) {
                requireNoOperator(member);
              } else if (part.value() instanceof Value.Embedded && !REFERENCE.contains(name)) {
                throw noOperator(member);
              }
            });
  }

  private static CommandFailure noOperator(JsonPart part) {
    return part.faultOf("no such operator; there are $eq, $in, $exists, $gte and $lte");
  }
}

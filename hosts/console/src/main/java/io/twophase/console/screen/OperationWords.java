package io.twophase.console.screen;

import io.twophase.console.view.Redactor;
import io.twophase.domain.account.Period;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.document.Guard;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.DocumentOperation.AddToField;
import io.twophase.domain.operation.DocumentOperation.ChangeDocument;
import io.twophase.domain.operation.DocumentOperation.CheckDocument;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** An operation in a sentence. */
record OperationWords(Redactor redactor) {

  /** As many guards, or changes, as a sentence has. */
  private static final int MOST = 10;

  String of(Operation operation) {
    return operation.foldTarget(OperationWords::onAccount, this::onDocument);
  }

  private static String onAccount(AccountOperation operation) {
    String amount = operation.amount().toString();
    return operation.fold(
        debit ->
            debit.atMost()
                ? "Takes as much as there is, up to %s, from account %s."
                    .formatted(amount, debit.account())
                : "Takes %s from account %s.".formatted(amount, debit.account()),
        credit -> "Brings %s to account %s.".formatted(amount, credit.account()));
  }

  private String onDocument(DocumentOperation operation) {
    DocumentRef document = operation.document();
    return operation.fold(
        insert -> "Inserts document %s.".formatted(document),
        this::change,
        remove -> "Removes document %s%s.".formatted(document, condition(remove)),
        this::check,
        absent -> "Checks that there is no document %s.".formatted(document),
        this::add);
  }

  private String change(ChangeDocument operation) {
    DocumentRef document = operation.document();
    return "Changes document %s: %s%s."
        .formatted(
            document,
            listed(operation.changes().all(), change -> words(document, change)),
            condition(operation));
  }

  private String check(CheckDocument operation) {
    return Period.checkedBy(List.of(operation)).stream()
        .findFirst()
        .map(period -> "Is a posting of the period %s, which has to be open.".formatted(period))
        .orElseGet(
            () ->
                "Checks document %s: %s."
                    .formatted(
                        operation.document(),
                        operation.guards().isEmpty()
                            ? "it is there"
                            : listed(
                                operation.guards(), guard -> words(operation.document(), guard))));
  }

  private String add(AddToField operation) {
    DocumentRef document = operation.document();
    if (redactor.hides(document, operation.field())) {
      return "Adds %s to %s of document %s."
          .formatted(Redactor.HIDDEN, operation.field(), document);
    }
    String within =
        operation.floor() == AddToField.WIDEST_FLOOR
                && operation.ceiling() == AddToField.WIDEST_CEILING
            ? ""
            : ", which stays within %s to %s".formatted(operation.floor(), operation.ceiling());
    return operation.amount() > 0
        ? "Adds %s to %s of document %s%s."
            .formatted(operation.amount(), operation.field(), document, within)
        : "Takes %s from %s of document %s%s."
            .formatted(-operation.amount(), operation.field(), document, within);
  }

  private String condition(DocumentOperation operation) {
    return operation.guards().isEmpty()
        ? ""
        : ", if " + listed(operation.guards(), guard -> words(operation.document(), guard));
  }

  private String words(DocumentRef document, Guard guard) {
    if (!(guard instanceof Guard.OfField ofField)) {
      return "it " + guard.expected();
    }
    boolean isHidden =
        !guard.values().isEmpty()
            && guard.values().stream()
                .anyMatch(value -> !shown(document, ofField.path(), value).equals(value));
    return ofField.path() + " " + (isHidden ? "is as asked, " + Redactor.HIDDEN : guard.expected());
  }

  private String words(DocumentRef document, FieldChange change) {
    String value = shown(document, change.path(), change.value()).words();
    return switch (change.kind()) {
      case SET -> "sets %s to %s".formatted(change.path(), value);
      case UNSET -> "removes %s".formatted(change.path());
      case INC -> "adds %s to %s".formatted(value, change.path());
      case PUSH -> "appends %s to %s".formatted(value, change.path());
      case PULL -> "takes each %s out of %s".formatted(value, change.path());
    };
  }

  private Value shown(DocumentRef document, FieldPath path, Value value) {
    return redactor.shown(document, path, value);
  }

  private static <T> String listed(List<T> all, Function<T, String> words) {
    List<String> parts = new ArrayList<>(all.stream().limit(MOST).map(words).toList());
    if (all.size() > MOST) {
      parts.add("%s more".formatted(all.size() - MOST));
    }
    String last = parts.remove(parts.size() - 1);
    return parts.isEmpty() ? last : String.join(", ", parts) + " and " + last;
  }
}

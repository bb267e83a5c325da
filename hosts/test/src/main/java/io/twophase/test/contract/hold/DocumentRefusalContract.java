package io.twophase.test.contract.hold;

import static io.twophase.domain.testing.Documents.absent;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.inc;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.is;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.push;
import static io.twophase.domain.testing.Documents.remove;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Documents.unset;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Document;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.transaction.DocumentRefusal;
import io.twophase.domain.value.Fields;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract of busy and refused documents, of an array's index, and of ids. */
public abstract class DocumentRefusalContract extends HoldCases {

  private static final DocumentRef THERE = order("there");
  private static final DocumentRef FREE = order("free");
  private static final Fields BEFORE = fields("n", 50, "status", "UnPaid", "tags", List.of("red"));
  private static final Fields BODY = fields("status", "New");

  static Stream<Arguments> refusals() {
    return Stream.of(
        arguments(insert(THERE, fields()), new DocumentRefusal.DocumentExists(THERE)),
        arguments(absent(THERE), new DocumentRefusal.DocumentExists(THERE)),
        arguments(change(FREE, set("a", 1)), new DocumentRefusal.NoSuchDocument(FREE)),
        arguments(remove(FREE), new DocumentRefusal.NoSuchDocument(FREE)),
        arguments(check(FREE), new DocumentRefusal.NoSuchDocument(FREE)),
        arguments(
            change(THERE, is("status", "Paid"), set("n", 1)),
            new DocumentRefusal.GuardFailed(THERE, "status", "is \"Paid\"", "\"UnPaid\"")),
        arguments(
            remove(THERE, is("gone", null)),
            new DocumentRefusal.GuardFailed(THERE, "gone", "is null", "no such field")),
        arguments(
            check(THERE, is("tags", "red")),
            new DocumentRefusal.GuardFailed(THERE, "tags", "is \"red\"", "[\"red\"]")),
        arguments(
            change(THERE, set("status.at", 1)),
            new DocumentRefusal.ChangeImpossible(
                THERE, "status", "an embedded document", "\"UnPaid\"")),
        arguments(
            change(THERE, set("tags.1", "blue")),
            new DocumentRefusal.ChangeImpossible(
                THERE, "tags", "an array with an element 1", "[\"red\"]")),
        arguments(
            check(THERE, is("tags.0", "blue")),
            new DocumentRefusal.GuardFailed(THERE, "tags.0", "is \"blue\"", "\"red\"")));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void isRefusedByNameAndChangesNothing(DocumentOperation operation, DocumentRefusal refusal) {
    host(THERE, BEFORE);
    isRefused(on("t1", operation), refusal);
    isRefused(on(BATCH, operation), refusal);
    assertThat(read(operation.document()))
        .isEqualTo(
            operation.document().equals(THERE)
                ? Optional.of(HoldCases.inOrder(Document.of(THERE, BEFORE)))
                : Optional.empty());
  }

  /** Another's hold in the way comes before whatever the document would say. */
  @ParameterizedTest
  @MethodSource("refusals")
  void isBusyIfAnotherHasTheDocumentForItself(
      DocumentOperation operation, DocumentRefusal refusal) {
    host(THERE, BEFORE);
    DocumentRef document = operation.document();
    boolean free = document.equals(FREE);
    Placing holder = held(on(BATCH, free ? insert(FREE, BODY) : change(THERE, set("n", 1))));
    Optional<Document> before = read(document);
    isBusy(on("t1", operation), holder);
    assertThat(place(on("t1", operation)).reason())
        .contains(new DocumentRefusal.DocumentBusy(document, MEMBER));
    assertThat(read(document)).isEqualTo(before);
  }

  @Test
  void anElementOfAnArrayIsChangedByItsIndex() {
    host(THERE, fields("v", List.of(fields("n", 1), fields("n", 1, "t", List.of("a")), 5)));
    done(
        on(
            "t1",
            change(
                THERE,
                is("v.1.n", 1),
                set("v.0.n", 2),
                inc("v.1.n", 4),
                push("v.1.t", "b"),
                unset("v.2"))));
    assertThat(fieldsOf(THERE))
        .contains(
            fields(
                "v", Arrays.asList(fields("n", 2), fields("n", 5, "t", List.of("a", "b")), null)));
  }

  @Test
  void oneDocumentIsNamedByIdsThatMatch() {
    host(order(5), fields("a", 1));
    isRefused(on("t1", insert(order(5L), fields())), new DocumentRefusal.DocumentExists(order(5)));
    done(on("t2", change(order(5.0), set("a", 2))));
    assertThat(fieldsOf(order(5))).contains(fields("a", 2));
  }
}

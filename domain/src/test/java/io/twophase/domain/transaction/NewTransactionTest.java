package io.twophase.domain.transaction;

import static io.twophase.domain.testing.Answers.accepted;
import static io.twophase.domain.testing.Answers.refused;
import static io.twophase.domain.testing.Documents.absent;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static io.twophase.domain.transaction.NewTransaction.MAX_OPERATIONS;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.TransactionId;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.DocumentOperation.InsertDocument;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.testing.Documents;
import io.twophase.domain.transaction.TransactionRefusal.RecordTooLarge;
import io.vavr.control.Either;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A new transaction … */
class NewTransactionTest {

  private static final TransactionId T = transactionId("t");

  private static final DocumentRef ORDER = order(7);

  @Test
  void hasABoundedNumberOfOperationsOfABoundedSize() {
    List<Operation> many = new ArrayList<>();
    for (int at = 0; at < MAX_OPERATIONS; at++) {
      many.add(absent(order(at)));
    }
    assertThat(of(many).isRight()).isTrue();
    many.add(absent(ORDER));
    assertThat(refused(of(many)))
        .isEqualTo(new TransactionRefusal.TooManyOperations(MAX_OPERATIONS + 1, MAX_OPERATIONS));

    long frame = insert("a", "").bytes();
    int fitting = (int) (NewTransaction.MAX_BYTES - frame);
    assertThat(of(List.of(insert("a", "x".repeat(fitting)))).isRight()).isTrue();
    assertThat(of(List.of(insert("a", "x".repeat(fitting + 1)))).isLeft()).isTrue();
    String half = "x".repeat((int) NewTransaction.MAX_BYTES / 2);
    assertThat(of(List.of(insert("a", half))).isRight()).isTrue();
    assertThat(refused(of(List.of(insert("a", half), insert("b", half)))))
        .isInstanceOf(RecordTooLarge.class);
  }

  /** The record of one that is begun must have room for what is decided of it. */
  @Test
  void hasANoteOfABoundedSizeIfACallerAsksForIt() {
    NewTransaction plain = transfer("t", "A", "B", usd("5"));
    int fitting = (int) (NewTransaction.MAX_BYTES - plain.noted("").bytes()) / 6;

    assertThat(plain.noted("😀".repeat(fitting)).asked(Labels.NONE).isRight()).isTrue();
    NewTransaction noted = plain.noted("😀".repeat(fitting + 1));
    TransactionRefusal refusal = new RecordTooLarge(noted.bytes(), NewTransaction.MAX_BYTES);
    assertThat(refused(noted.asked(Labels.NONE))).isEqualTo(refusal);
    assertThat(refused(noted.askedAsAuthorization())).isEqualTo(refusal);
  }

  private static InsertDocument insert(String id, String text) {
    return Documents.insert(order(id), fields("text", text));
  }

  @Test
  void doesNotChangeWithTheListThatItWasMadeOf() {
    List<Operation> operations = new ArrayList<>();
    operations.add(debit("A", usd("1")));
    operations.add(credit("B", usd("1")));
    NewTransaction made = accepted(of(operations));
    operations.clear();
    assertThat(made.operations()).hasSize(2);
  }

  private static Either<TransactionRefusal, NewTransaction> of(List<Operation> operations) {
    return NewTransaction.of(T, operations, Optional.empty());
  }
}

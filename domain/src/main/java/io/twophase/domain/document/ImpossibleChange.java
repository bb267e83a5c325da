package io.twophase.domain.document;

import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Value;
import java.util.Optional;

/**
 * A reason why a field cannot be changed as asked.
 *
 * @param path the field that is in the way: the one to be changed, or one that leads to it
 * @param expected what it would have to be
 * @param found what it is, if it is there
 */
public record ImpossibleChange(FieldPath path, String expected, Optional<Value> found) {}

package io.twophase.cli.demo;

import java.util.List;
import java.util.Map;

/**
 * Something that happened, and the documents after it.
 *
 * @param title who does what
 * @param says what there is to say about it, in one sentence; may be empty
 * @param documents all of them, reduced to the fields that teach
 */
public record Step(String title, String says, List<Map<String, Object>> documents) {}
